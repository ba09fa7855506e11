"""What the machine did and asks, in words: an option, a prompt, a step of the log with the place of the words that caused it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dsl.meaning import nodes as n
from dsl.meaning.game import ActionDecl
from dsl.meaning.nodes import Span

from .log import Entry
from .program.layout import walk

if TYPE_CHECKING:
    from .decisions import Option
    from .match import Game, Match

WORDS = {"pass": "passa", "done": "fine", "yes": "si", "no": "no"}
SEATS = "ABCDEFGH"


def place(span: Span | None) -> str:
    """file:line:column, or nothing."""
    return f"{span.file}:{span.line}:{span.column}" if span is not None else ""


def name(match: Match, x: Any) -> str:
    """A card's name, a player's letter."""
    if x is None:
        return "nessuno"
    if isinstance(x, (tuple, list)):
        return ", ".join(name(match, y) for y in x)
    if isinstance(x, int):
        return match.game.cards[x].name if x >= 0 else SEATS[-1 - x]
    return str(x)


def manners_of_action(game: Game, decl: ActionDecl) -> tuple[str, ...]:
    """The ways of the verb that an action carries out, in the order of their numbers."""
    for node in walk(decl.effect):
        if isinstance(node, n.Do):
            verb = node.event.verb
            frame = verb if verb in game.compiled.manners else next(f.name for f in game.meaning.frames.values() if f.verb == verb)
            return game.compiled.manners[frame]
    return ()


def member_names(match: Match, mask: int) -> str:
    """The member that a mask stands for, in the value that is being chosen."""
    node = match.game.compiled.prompts[match.asked[3]][0] if match.asked is not None else None
    decl = match.game.meaning.values.get(getattr(node, "value", ""))
    if decl is None:
        return str(mask)
    return ", ".join(m for i, m in enumerate(decl.members) if mask >> i & 1)


def word_of(option: Option) -> str | None:
    """The plain word of an option that is no thing."""
    kind = option.kind
    if kind in WORDS:
        return WORDS[kind]
    game = option.match.game
    if kind == "word":
        return game.compiled.words[option.value]
    if kind == "member":
        return member_names(option.match, option.value)
    if kind == "manner":
        return option.manner
    if kind == "player":
        return SEATS[-1 - option.value]
    if kind == "mode":
        return str(option.value + 1)
    if kind == "trigger":
        ability = game.compiled.abilities[option.match.stack[-1][4][option.value][1]]
        return getattr(ability.node, "label", None) or ability.owner
    return None


def tell_option(option: Option) -> str:
    """An option in words."""
    match = option.match
    cards = ", ".join(match.game.cards[c].name for c in option.objects)
    if option.kind == "action":
        manner = option.manner
        said = f"{option.action} {cards}".strip()
        return f"{said} come {manner}" if manner else said
    if option.kind == "trigger":
        return f"{cards}: {word_of(option)}"
    if option.kind == "mode":
        node = match.game.compiled.prompts[match.asked[3]][0] if match.asked is not None else None
        options = getattr(node, "options", ())
        if option.value < len(options):
            return phrase(options[option.value])
    if cards:
        return cards
    word = word_of(option) or ""
    return "sì" if word == "si" else word


def phrase(node: Any) -> str:
    """The words of a meaning, as the reader's own renderer says them."""
    try:
        from dsl.meaning.italian import phrase as say
    except ImportError:
        return ""
    try:
        return str(say(node))
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""


PROMPTS = {"action": "Che cosa fai?", "trigger": "Quale effetto prima?", "card": "Quale carta?", "manner": "In che modo?", "member": "Quale?", "mode": "Quale?"}


def tell_prompt(match: Match, kind: str, prompt: int) -> str:
    """What is asked, with the card or the rule that asks it."""
    node, owner = match.game.compiled.prompts[prompt] or (None, "")
    if node is None:
        return PROMPTS.get(kind, "Che cosa scegli?")
    said = phrase(node)
    asked = f"{said}?" if said and kind in ("may", "card") else PROMPTS.get(kind, "Scegli")
    return f"{owner}: {asked}" if owner else asked


def tell(match: Match, entry: Entry) -> str:
    """A step of the log in words, with the place of the words that caused it: ``file:line:column «words»``."""
    said = tell_step(match, entry)
    where = place(entry.span)
    words = match.game.words_at(entry.span) if entry.span is not None else ""
    cause = " ".join(x for x in (where, f"«{words}»" if words else "") if x)
    return f"{said} — {cause}" if cause else said


def tell_step(match: Match, entry: Entry) -> str:
    """A step of the log in words, without its cause."""
    roles = entry.roles
    if entry.kind == "event":
        others = [f"{name(match, v)}" for k, v in roles.items() if k not in ("agent", "manner", "cause", "number")]
        agent = f"{name(match, roles['agent'])}: " if "agent" in roles else ""
        manner = f" come {roles['manner']}" if "manner" in roles else ""
        number = f" {roles['number']}" if "number" in roles else ""
        instead = " (invece)" if entry.replaced else ""
        return f"{agent}{entry.name}{number} {', '.join(others)}".rstrip() + manner + instead
    if entry.kind == "trigger":
        return f"si attiva {name(match, entry.source) if entry.source is not None else entry.owner}"
    if entry.kind == "value":
        return f"{entry.name} di {name(match, roles['player'])}: {roles['amount']}"
    if entry.kind in ("begin", "end"):
        verb = "comincia" if entry.kind == "begin" else "finisce"
        who = f" ({name(match, roles['player'])})" if roles["player"] is not None else ""
        return f"{verb} {entry.name}{who}"
    if entry.kind == "roll":
        return f"il dado: {roles['result']}"
    if entry.kind == "look":
        who = name(match, roles["who"]) if roles["who"] is not None else "tutti"
        return f"{who} vede {len(roles['cards'])} carte"
    if entry.kind == "loop":
        return f"giro senza fine fermato: {name(match, tuple(roles['cards']))}"
    if entry.kind == "over":
        result = roles["result"]
        return f"fine della partita: vince {name(match, result)}" if result is not None else "fine della partita: pareggio"
    return f"scelta {roles['result']}"


__all__ = ["tell", "tell_option", "tell_prompt", "tell_step"]
