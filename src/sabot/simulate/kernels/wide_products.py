"""The upper half of a product of two 64-bit numbers."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from sabot.core.compiler import INSTALLED

Half = Callable[[np.uint64, np.uint64], np.uint64]


def _by_python(left: np.uint64, right: np.uint64) -> np.uint64:
    return np.uint64((int(left) * int(right)) >> 64)


def _compiled() -> Half:
    """Return one machine instruction: numba has no name for it."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.extending import intrinsic

    def generate(_context: object, builder: Any, _signature: object, given: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(given[0], wide), builder.zext(given[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    def _upper_half(_context: object, left: object, right: object) -> tuple[Any, Any]:
        return types.uint64(types.uint64, types.uint64), generate

    return cast(Half, intrinsic(_upper_half))


upper_half: Half = _compiled() if INSTALLED else _by_python
"""The upper 64 of the 128 bits of a product."""
