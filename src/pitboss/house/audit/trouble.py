"""What an audit cannot answer, in a sentence."""


class AuditTrouble(ValueError):
    """There is no such round, table or shuffle, or the trail does not hold together there."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        """no_table, no_round, archived (its rows are in a file outside the store), no_shuffle, no_proof, open (the
        round is not over), other_game (it was played with another folder of its game) or damaged."""
