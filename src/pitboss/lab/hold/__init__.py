"""Theoretical against actual: what wagers brought beside the exact distribution for the stakes that were made."""
