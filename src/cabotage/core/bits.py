"""Sets as the bits of a whole number below 2**63, compiled: how many members there are, and which is the k-th."""

from __future__ import annotations

from cabotage.core.compiling import inlined

# Every second bit, two of four, four of eight ...: sums of neighbours are added up side by side in one number.
_ONES, _TWOS, _FOURS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_BYTES, _EIGHTS, _SIXTEENS = 0x0101010101010101, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF
_BYTE, _LAST_BYTE = 255, 56


@inlined
def count_bits(bits: int) -> int:
    """How many bits are set."""
    bits = int(bits)  # Python's own: uncompiled, products of NumPy's would not fit
    pairs = bits - (bits >> 1 & _ONES)
    fours = (pairs & _TWOS) + (pairs >> 2 & _TWOS)
    return ((fours + (fours >> 4)) & _FOURS) * _BYTES >> _LAST_BYTE & _BYTE


@inlined
def nth_bit(bits: int, k: int) -> int:
    """The place of the k-th bit that is set, counted from 0; there must be more than k.

    Halves, quarters and so on are passed by their number of bits. A loop over the bits would end where nobody can
    predict, which costs more.
    """
    bits = int(bits)
    pairs = bits - (bits >> 1 & _ONES)
    fours = (pairs & _TWOS) + (pairs >> 2 & _TWOS)
    bytes_ = (fours + (fours >> 4)) & _FOURS
    words = (bytes_ + (bytes_ >> 8)) & _EIGHTS
    halves = (words + (words >> 16)) & _SIXTEENS
    k, place = _passed(k, 0, halves & _BYTE, 32)
    k, place = _passed(k, place, words >> place & _BYTE, 16)
    k, place = _passed(k, place, bytes_ >> place & _BYTE, 8)
    k, place = _passed(k, place, fours >> place & 15, 4)
    k, place = _passed(k, place, pairs >> place & 3, 2)
    return place + (1 if k >= (bits >> place & 1) else 0)


@inlined
def _passed(k: int, place: int, count: int, width: int) -> tuple[int, int]:
    """Pass this part of a set if the k-th bit lies beyond it."""
    is_beyond = k >= count
    return k - (count if is_beyond else 0), place + (width if is_beyond else 0)
