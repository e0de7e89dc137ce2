"""The version of the program, for whatever has to say which one it was."""

VERSION = "0.1.0"
