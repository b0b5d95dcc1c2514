"""Settings under which secrets would travel in the open are refused, in a sentence."""

from pathlib import Path

import pytest

from sabot.core.refusal import Refusal
from sabot.server.settings import Settings, check, is_anywhere


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_without_a_certificate_this_machine_only(host: str) -> None:
    check(Settings(host=host))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "casino.example"])
def test_beyond_this_machine_a_certificate_is_needed(host: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="in the open"):
        check(Settings(host=host))
    file = tmp_path / "file.pem"
    file.write_text("x")
    file.chmod(0o644)
    with pytest.raises(Refusal, match="chmod 600"):
        check(Settings(host=host, certificate=file, key=file, origin="https://casino.example"))
    file.chmod(0o640)
    check(Settings(host=host, certificate=file, key=file, origin="https://casino.example"))
    if is_anywhere(host):
        with pytest.raises(Refusal, match="--origin"):
            check(Settings(host=host, certificate=file, key=file))
    with pytest.raises(Refusal, match="go together"):
        check(Settings(host=host, certificate=file))
    with pytest.raises(Refusal, match="no file"):
        check(Settings(host=host, certificate=file, key=tmp_path / "none"))


@pytest.mark.parametrize(
    ("origin", "good"),
    [
        ("https://casino.example", True),
        ("http://127.0.0.1:9000", True),
        ("http://casino.example", False),
        ("https://casino.example/path", False),
        ("casino.example", False),
        ("https://", False),
    ],
)
def test_an_origin_is_a_scheme_and_a_name(origin: str, good: bool) -> None:
    settings = Settings(origin=origin)
    if good:
        check(settings)
        assert settings.origins == {origin}
    else:
        with pytest.raises(Refusal, match="not an origin"):
            check(settings)


@pytest.mark.parametrize("port", [-1, 65_536])
def test_a_port_is_a_port(port: int) -> None:
    with pytest.raises(Refusal, match="not a port"):
        check(Settings(port=port))


def test_our_own_pages_and_our_own_names() -> None:
    assert Settings().origins == {"http://127.0.0.1:8000", "http://localhost:8000"}
    assert "casino.example" in Settings(origin="https://casino.example").hosts
    assert "evil.example" not in Settings().hosts


def test_a_proxy_is_believed_only_where_browsers_reach_it() -> None:
    check(Settings(behind_proxy=True, origin="https://casino.example"))
    with pytest.raises(Refusal, match="--origin"):
        check(Settings(behind_proxy=True))
