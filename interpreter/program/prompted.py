"""Texts that may be played only when something has just happened, or while something is so."""

from __future__ import annotations

import re

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import TextSlot
from dsl.meaning.one_or_more import recalled_again

from .compiled import Compiled, Entry
from .effects import Effects
from .emit import Writer
from .env import CannotCompile, Env
from .layout import FIRST

Names = dict[str, tuple[str, str]]


class PromptedTexts(Effects):
    """The part of the compiler that writes prompts."""

    out: Compiled

    def add_entries(
        self, table: dict[int, dict[int, tuple[Entry, ...]]], kind: int, c: int, entries: list[Entry]
    ) -> None:
        raise NotImplementedError

    def prompt_slot(self, text: str) -> TextSlot | None:
        """The declared text that says when this one may be played: itself, or one that stands in its head."""
        if self.game.texts[text].by_event:
            return self.game.texts[text]
        return next((slot for slot in self.game.texts.values() if slot.prompts == text), None)

    def prompt_text(self, c: int, i: int, text: str, node: n.Prompted, env: Env) -> Names:
        """The test of a prompt; gives the names of who took part, as codes of what the card was given."""
        if node.when is None:
            test = self.shown(node.condition, Env(me="me", you="p")) if node.condition is not None else "True"
            names: Names = {}
        else:
            test, names = "occasion(s, me)", self.waited_for(c, text, node, node.when, env)
        self.functions[f"prompt{i}_{c}"] = f"def prompt{i}_{c}(s, me, p):\n    return {test}\n"
        return names

    def waited_for(self, c: int, text: str, node: n.Prompted, when: n.Event, env: Env) -> Names:
        """The event that a prompt waits for, noticed in the zones that its declaration lists."""
        made = self.new_ability("prompt", node)
        made.what = "prompt"
        frame = self.frame_of(when)
        if any(recalled_again(when, node.effect, node.condition)):
            raise CannotCompile("di più cose a cui accade insieme si dice solo che è accaduto", node)
        made.together, when = self.one_or_more(when)
        test, names = self.pattern(self.made_target(when), "ev", evolve(env, event="ev"))
        tests = [test]
        if node.condition is not None:
            tests.append(self.shown(node.condition, evolve(env, event="ev").naming(**names)))
        body = " and ".join(f"({t})" for t in tests)
        self.functions[f"a{made.number}"] = f"def a{made.number}(s, e, ev):\n    return {body}\n"
        roles = self.roles[frame]
        made.thing = next((k for k, role in enumerate(roles) if role == "object"), 0)
        slot = self.prompt_slot(text)
        entries: list[Entry] = [(self.L["when " + frame], made.number)]
        for zone in slot.watched if slot is not None else ():
            self.add_entries(self.out.enter, self.L.kind_index[zone], c, entries)
        by_role = {
            role: (f"ev[{FIRST + k}]", "player" if role == "agent" and self.agent_is_player(frame) else "card")
            for k, role in enumerate(roles)
        }
        return {
            name: (re.sub(r"\bev\[(\d+)\]", lambda x: f"played_for(s, fr[2])[{int(x.group(1)) - FIRST}]", code), kind)
            for name, (code, kind) in {**by_role, **names}.items()
        }

    def paid_x(self) -> Names:
        """X in a text that is used: how much was paid for the {X} of its card."""
        return {"X": ("x_of(s, fr[2])", "number")} if self.L.stack_zone is not None else {}

    def before_play(self, names: Names) -> Names:
        """The same names as long as the card has not been played: of what it would be played for."""
        return {
            name: (code.replace("played_for(s, fr[2])", "open_for(s, me)"), kind)
            for name, (code, kind) in names.items()
        }

    def which_occasion(self, card: str, node: n.UseText, w: Writer) -> None:
        """When the prompt of a card was met more than once, its player says for which time he plays it."""
        after, resume = w.label(), w.label()
        w.line(f"o = given_things(s, {card})")
        w.unless("len(o) > 1", after)
        w.ask(resume, f"ask(m, s, fr, fr[3], 'card', o, {self.prompt(node)})")
        w.line(f"keep_given(s, {card}, m.pick)")
        w.place(after)


__all__ = ["PromptedTexts"]
