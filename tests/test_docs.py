"""The README's examples run, links lead somewhere, and the docs' rulings are the ones the code cites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .shelf import OWN, expected

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ENVIRONMENTS = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README + ENVIRONMENTS, re.S)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_readme_run(example, capsys):
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_links_of_the_docs_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_walks_pass_the_files_they_name_and_as_many_as_they_say():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walks = re.findall(r"^\*\*(.+?)\*\*.*?, (\d+) files:(.*?)\n\n", page, re.M | re.S)
    assert len(walks) == 3
    sources = [path for folder in ("src", "web/src") for path in (ROOT / folder).rglob("*")]
    for walk, number, text in walks:
        named = re.findall(r"`([\w/.]+\.(?:py|ts|svelte))`", text)
        assert len(named) == len(set(named)) == int(number), walk
        for name in named:
            place = name if "/" in name else f"server/{name}"
            assert sum(path.as_posix().endswith(f"/{place}") for path in sources) == 1, f"{walk}: {name}"


@pytest.mark.parametrize("game", OWN)
def test_every_ruling_the_code_cites_is_in_the_docs(game):
    letter = expected(game).rulings
    rulings = (ROOT / "docs" / f"rulings-{game}.md").read_text(encoding="utf-8")
    written = {int(number) for number in re.findall(rf"^\| {letter}(\d+) \|", rulings, re.M)}
    assert written == set(range(1, max(written) + 1))
    cited = set()
    for path in (ROOT / "src" / "sampan" / "games" / game).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for first, last in re.findall(rf"\b{letter}(\d+)(?: to {letter}(\d+))?", text):
            cited |= set(range(int(first), int(last or first) + 1))
    assert cited <= written
    assert written - cited == expected(game).uncited, "rulings that no rule cites"
