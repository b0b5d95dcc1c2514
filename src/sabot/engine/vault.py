"""Values of the store's sealed vault, decoded once and cached by stream and key."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Sealed = Mapping[str, bytes | None]
"""Entries of one stream in the vault, by key; None removes the key."""


class SealedStore(Protocol):
    """A store with a sealed vault."""

    def unseal(self, stream: str, key: str) -> bytes | None: ...


class Vault:
    """Read the vault of a store. A cached value is used until other data is sealed under its key or
    the stream is forgotten; callers hold the stream's lock."""

    def __init__(self, store: SealedStore) -> None:
        self._store = store
        self._values: dict[str, dict[str, Any]] = {}
        """Cached values by stream and key."""
        self._fresh: dict[str, dict[str, bytes | None]] = {}
        """Data sealed since a value was cached, not decoded yet."""

    def unseal(self, stream: str, key: str) -> bytes | None:
        """Return what is sealed under a key, from the store."""
        return self._store.unseal(stream, key)

    def value(self, stream: str, key: str, read: Callable[[bytes | None], T]) -> T:
        """Return what `read` makes of the sealed data, from the cache if it is there. Nothing is
        cached when `read` raises."""
        values = self._values.setdefault(stream, {})
        if key not in values:
            fresh = self._fresh.get(stream, {})
            data = fresh[key] if key in fresh else self._store.unseal(stream, key)
            values[key] = read(data)
            fresh.pop(key, None)
        found: T = values[key]
        return found

    def keep(self, stream: str, sealed: Sealed) -> None:
        """Replace the cached values of these keys: the store has sealed other data."""
        values = self._values.get(stream)
        for key, data in sealed.items() if values else ():
            if values is not None and values.pop(key, self) is not self:
                self._fresh.setdefault(stream, {})[key] = data

    def forget(self, stream: str) -> None:
        """Drop the cached values of a stream: another process may have sealed others."""
        self._values.pop(stream, None)
        self._fresh.pop(stream, None)
