"""What an observation of Captain Treasure Boots holds."""

from __future__ import annotations

from cabotage.core.observation import looked_up, number, one_hot, seat
from cabotage.games.treasure_boots.actions import MOST_SEATS, PRIVATEERS, SHIPS

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    seat("starter"),
    number("rounds"),
    one_hot("wind"),
    one_hot("low"),
    one_hot("high"),
    one_hot("island", count="islands"),
    looked_up("at", "row").by_seat(),
    looked_up("at", "column").by_seat(),
    looked_up("at", "row").after(MOST_SEATS, PRIVATEERS).named("privateer_row"),
    looked_up("at", "column").after(MOST_SEATS, PRIVATEERS).named("privateer_column"),
    number("hold").by_seat(),
    number("hold").after(MOST_SEATS, PRIVATEERS).named("privateer_hold"),
    one_hot("token").first("islands"),
    number("supply"),
    number("score").by_seat(),
    seat("acting"),
    one_hot("acting", range(MOST_SEATS, SHIPS)).named("acting_privateer"),
    seat("target"),
    one_hot("target", range(MOST_SEATS, SHIPS)).named("target_privateer"),
    seat("defender"),
    one_hot("attack_die"),
    number("attack"),
    one_hot("defence_die"),
    number("defence"),
    one_hot("kind"),
    number("amount"),
    looked_up("chosen", "row").own(),
    looked_up("chosen", "column").own(),
)
