"""Why something is not offered in Cape Horn: cards that may not be covered, ways without a proper end, prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cabotage.core.message import message, reason
from cabotage.games.cape_horn.actions import square_names
from cabotage.games.cape_horn.box import ROSES_TO_FINISH
from cabotage.games.cape_horn.reach import IGNORE_PRICE, SPRINT_PRICE
from cabotage.games.cape_horn.scene import covering
from cabotage.games.cape_horn.state import NO_ROSE, NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance, Scene
    from cabotage.core.message import Message, Reason


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    g = glance.fields
    phase = Phase(g["phase"])
    if phase is Phase.LAY:
        return list(_covering(box, glance))
    if phase in (Phase.MOVE, Phase.SPRINT):
        return list(_moving(box, g, phase, {str(choice.get("square")) for choice in choices}))
    return []


def _covering(box: Box, glance: Glance) -> Iterator[Reason]:
    if glance.fields["laid_now"]:  # CAP-25
        yield reason("kind cover", message("thing.cover"), message("why.laid"))
        return
    for each in covering(box, glance):
        if each["why"]:  # CAP-26, CAP-27
            yield reason(f"square {each['square']}", _square(each["square"]), message(f"why.cover_{each['why']}"))


def _moving(box: Box, g: Fields, phase: Phase, offered: set[str]) -> Iterator[Reason]:
    seat, points, names = g["turn"], g["points"][g["turn"]], square_names(box)
    at = g["ship"][seat]
    kind = g["wind"][at]
    for end in box.plain["ends"][kind][at]:
        if end != NOWHERE and names[end] not in offered:
            key = "why.ship_there" if g["wind"][end] >= 0 else "why.no_card"  # CAP-42, CAP-43
            yield reason(f"square {names[end]}", _square(names[end]), message(key))
    roses = sum(rose != NO_ROSE for rose in g["roses"][seat])
    if box.plain["crosses"][kind][at] and roses < ROSES_TO_FINISH:  # CAP-68
        yield reason("square line", message("thing.line"), message("why.roses", roses=roses))
    price = IGNORE_PRICE + (SPRINT_PRICE if phase is Phase.SPRINT else 0)
    if points < price:  # CAP-47, CAP-52
        yield reason("kind ignore", message("thing.ignore"), message("why.price", price=price, points=points))


def _square(name: str) -> Message:
    return message("thing.square", square=name)
