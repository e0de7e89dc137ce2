"""Applies one mutant before any test is collected: `pytest -p mutant_plugin --mutant ID`."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutant", default="", help="the id of the change to make to the product")


def pytest_configure(config: pytest.Config) -> None:
    wanted = config.getoption("--mutant")
    if wanted:
        from mutations import mutants

        next(m for m in mutants() if m.id == wanted).apply()
