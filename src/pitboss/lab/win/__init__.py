"""What a table wins: theoretical win with its bands, payout limits over all wagers of a hand, meters as they run."""
