"""What is in the two files that go out: everything, nothing else, and nothing of the machine they were built on."""

from __future__ import annotations

import gzip
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest

import sampan

from .building import PAGE, ROOT, build

MADE = re.compile(r"PKG-INFO|setup\.cfg|src/sampan\.egg-info/.+")  # by the build, in a source release
MACHINE = re.compile(rb"(?<![\w.$:/}-])(/(home|Users|root|tmp|builds)/[\w.~-]+|[A-Z]:\\\\?Users)")


def of_source(path):
    """The files of a source release by their names below its one folder."""
    with tarfile.open(path) as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        assert len({member.name.partition("/")[0] for member in files}) == 1
        return {member.name.partition("/")[2]: archive.extractfile(member).read() for member in files}


def of_wheel(path):
    """The files of a wheel by their names."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tracked():
    """What is under version control, or would be if it were added now."""
    words = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no checkout of Git to compare with: {done.stderr.strip()}")
    return {name for name in done.stdout.splitlines() if (ROOT / name).exists()}


def page():
    """The files of the built page."""
    return {str(path.relative_to(ROOT)) for path in PAGE.rglob("*") if path.is_file()}


def test_the_source_release_is_what_is_under_version_control_and_the_page(released):
    found = {name for name in of_source(released[1]) if not MADE.fullmatch(name)}
    assert found == tracked() | page()


def test_the_wheel_is_the_package_with_its_page_and_nothing_else(released):
    found = {name for name in of_wheel(released[0]) if ".dist-info/" not in name}
    assert found == {name.removeprefix("src/") for name in tracked() | page() if name.startswith("src/sampan/")}
    assert {"sampan/server/page/index.html", "sampan/server/page/licenses.md"} <= found


def test_the_source_release_makes_the_same_wheel_as_the_tree(released, tree, tmp_path, no_node):
    [wheel] = build(tree, tmp_path, no_node, "--wheel")
    record = f"sampan-{sampan.__version__}.dist-info/RECORD"  # has a hash of every file
    assert of_wheel(wheel)[record] == of_wheel(released[0])[record]


def unpacked(name, content):
    """A file and what is compressed in it."""
    yield name, content
    if name.endswith(".gz"):
        yield name, gzip.decompress(content)
    elif name.endswith(".npz"):
        with zipfile.ZipFile(io.BytesIO(content)) as inside:
            yield from ((f"{name}: {one}", one.encode() + inside.read(one)) for one in inside.namelist())


@pytest.mark.parametrize(("number", "contents"), [(0, of_wheel), (1, of_source)], ids=["wheel", "source"])
def test_nothing_tells_on_which_machine_it_was_built(released, tree, number, contents):
    here = {str(path).encode() for path in (ROOT, tree, Path.home(), Path(sys.prefix), Path(tempfile.gettempdir()))}
    for file, packed in contents(released[number]).items():
        for name, content in unpacked(file, packed):
            assert not any(path in content for path in here if len(path) > 5), name
            assert not (found := MACHINE.search(content)), f"{name}: {found[0]!r}"


def test_every_licence_of_what_the_page_is_made_of_goes_out_with_it(released):
    files = of_wheel(released[0])
    licenses = files["sampan/server/page/licenses.md"].decode()
    for needed in ("svelte", "@lucide/svelte", "@fontsource-variable/inter", "@fontsource/spectral"):
        assert f"## {needed} - " in licenses
    assert "SIL OPEN FONT LICENSE" in licenses and "ISC License" in licenses
    assert "MIT License" in files[f"sampan-{sampan.__version__}.dist-info/licenses/LICENSE"].decode()


def test_version_changelog_command_and_metadata_agree(released):
    wheel, source = released
    [newest, *_] = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    told = subprocess.run([sys.executable, "-m", "sampan.cli", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"sampan {newest}\n" and told.stderr == ""
    assert sampan.__version__ == newest
    assert wheel.name == f"sampan-{newest}-py3-none-any.whl" and source.name == f"sampan-{newest}.tar.gz"
    assert set(re.findall(r"sampan-([\d.]+)-py3", (ROOT / "README.md").read_text(encoding="utf-8"))) == {newest}
    metadata = of_wheel(wheel)[f"sampan-{newest}.dist-info/METADATA"].decode()
    assert f"\nVersion: {newest}\n" in metadata
