"""The README's examples run, links lead somewhere, and the docs' rulings are the ones the code cites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.S)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_readme_run(example, capsys):
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_links_of_the_docs_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_ruling_the_code_cites_is_in_the_docs():
    rulings = (ROOT / "docs" / "rulings-river.md").read_text(encoding="utf-8")
    written = {int(number) for number in re.findall(r"^\| R(\d+) \|", rulings, re.M)}
    assert written == set(range(1, max(written) + 1))
    cited = set()
    for path in (ROOT / "src" / "sampan" / "games" / "river").glob("*.py"):
        for first, last in re.findall(r"\bR(\d+)(?: to R(\d+))?", path.read_text(encoding="utf-8")):
            cited |= set(range(int(first), int(last or first) + 1))
    assert cited <= written
    assert written - cited == set(), "rulings that no rule cites"
