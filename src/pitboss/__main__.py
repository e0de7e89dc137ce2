"""`python -m pitboss`, where the command itself is not on the path."""

from pitboss.cli.main import run

if __name__ == "__main__":
    run()
