"""The versions of the store, oldest first. The tables of each are made by the file of that name in `versions`."""

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
