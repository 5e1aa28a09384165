"""What happened: one choice or one draw, with the states before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.contract import SPECTATOR, Glance, Scene, State

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.message import Message


class Event:
    """Made once, by the position it happened in; log, stories, views, undo and records read it. It never changes."""

    def __init__(self, box: Box, before: bytes, number: int, after: bytes, actor: int | None = None) -> None:
        self.box = box
        self.number = number
        self._before = before  # as bytes: most events are never looked at, and records are slow to make
        self._after = after
        self._actor = actor
        self._states_before: State | None = None
        # By viewer, once somebody looks.
        self._seen: dict[int, int] | None = None
        self._stories: dict[int, list[Message]] | None = None

    @property
    def before(self) -> State:
        """The state in which it happened."""
        states = self._states_before
        if states is None:
            states = self._states_before = self.box.restored(self._before)
        return states

    @property
    def after(self) -> State:
        """The state to which it led."""
        return self.box.restored(self._after)

    @property
    def content_before(self) -> bytes:
        """The numbers of the state in which it happened."""
        return self._before

    @property
    def content_after(self) -> bytes:
        """The numbers of the state to which it led."""
        return self._after

    @property
    def actor(self) -> int:
        """A seat, or CHANCE."""
        if self._actor is None:
            self._actor = int(self.box.game.rules.to_act(self.box.constants, self.before, 0))
        return self._actor

    def seen_by(self, viewer: int) -> int:
        """The number as this viewer learns it, or HIDDEN."""
        seen = self._seen
        if seen is None:
            seen = self._seen = {}
        number = seen.get(viewer)
        if number is None:
            box = self.box
            number = seen[viewer] = int(box.game.rules.seen(box.constants, self.before, 0, self.number, viewer))
        return number

    def story(self, viewer: int = SPECTATOR, glances: tuple[Glance, Glance] | None = None) -> list[Message]:
        """What this viewer learns, as messages; whoever has the glances of this viewer can pass them."""
        if self._stories is None:
            self._stories = {}
        if viewer not in self._stories:
            before, after = glances or self.glances(viewer)
            tell = self.box.game.story.story
            self._stories[viewer] = tell(self.box, before, self.seen_by(viewer), after, viewer)
        return self._stories[viewer]

    def glances(self, viewer: int) -> tuple[Glance, Glance]:
        """What this viewer saw right before it and right after it."""
        seen = self.box.visibility.seen
        return seen(self._before, viewer), seen(self._after, viewer)

    def scene_before(self, viewer: int = SPECTATOR, with_memory: bool = False) -> Scene:
        """What this viewer saw right before it, as JSON; with memory as in `Position.scene`."""
        glance = self.box.visibility.seen(self._before, viewer, with_memory)
        return self.box.game.scene.scene(self.box, glance, viewer)

    def __str__(self) -> str:
        return self.box.texts[self.number]

    def __repr__(self) -> str:
        return f"Event(number={self.number}, actor={self.actor})"
