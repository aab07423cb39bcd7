"""Reads an exported match as far as its checks need it. Nothing in it is believed: it may come from anybody."""

from typing import Final, NamedTuple

from services.common.fairness.dealing import HAND_SIZE
from services.common.fairness.parts import Part, Wrong
from services.common.fairness.seal import BY_THE_TABLE, Entry, Opening, Sitter
from services.common.fairness.shuffle import CARDS

SIZES: Final = (2, 4, 6)


class Deal(NamedTuple):
    """What the seats got."""

    hands: dict[int, list[str]]
    muestra: str | None


class Note(NamedTuple):
    """A record of the match that is no action in the game."""

    action: int
    """It stands before this action; action 0 is the first deal, action n is step n - 1."""
    entry: Entry


class Match(NamedTuple):
    """An exported match."""

    ids: tuple[str, str]
    """Its name and its match id."""
    opening: Opening
    server_seed: bytes
    deals: list[Deal]
    actions: list[Entry]
    """The first deal, then every step. Who acted is filled in where the record leaves it out."""
    before: str
    """The hash that the record before the match's first one carries."""
    began: Entry
    notes: list[Note]
    finished_ms: int
    chain: str


def read(data: object) -> Match:
    """The match in parsed JSON. Raises Wrong where it has not the form of one."""
    record = Part(data, "the record")
    opening = _opening(record)
    sealed = record["sealed"]
    return Match(
        ids=(record["name"].word(), record["match"]["id"].word()),
        opening=opening,
        server_seed=record["fairness"]["server_seed"].hexadecimal(),
        deals=[_deal(deal, len(opening.sitters)) for deal in record["deals"]],
        actions=_actions(record, opening),
        before=sealed["before"].text(),
        began=_entry(sealed["began"]),
        notes=[Note(note["action"].number(), _entry(note)) for note in sealed["between"]],
        finished_ms=record["times"]["finished_ms"].number(),
        chain=record["chain"].text(),
    )


def _opening(record: Part) -> Opening:
    sitters = _sitters(record)
    start, times = record["start"], record["times"]
    return Opening(
        table_id=record["match"]["table_id"].word(),
        epoch=record["match"]["epoch"].number(),
        opened_ms=times["opened_ms"].number(),
        started_ms=times["started_ms"].number(),
        commitment=record["fairness"]["commitment"].word(),
        preset=record["preset"].word(),
        options={name: _option(record["options"][name]) for name in record["options"].names()},
        stake=record["stake"].number(),
        score=start["score"].pair(),
        chicos=start["chicos"].pair(),
        dealer=start["dealer"].below(len(sitters)),
        sitters=sitters,
    )


def _option(option: Part) -> object:
    """An option's value (rules.md 15): a number, a flag, a word, null or a list of words."""
    if isinstance(option.value, list):
        return [entry.word() for entry in option]
    if isinstance(option.value, str):
        return option.word()
    return option.value if option.value is None or isinstance(option.value, bool) else option.number()


def _sitters(record: Part) -> list[Sitter]:
    players, seeds = list(record["players"]), list(record["fairness"]["client_seeds"])
    seats = record["seats"].number()
    numbers = [player["seat"].number() for player in players]
    if seats not in SIZES or numbers != list(range(seats)) or len(seeds) != seats:
        raise Wrong("this is no match record: players and client_seeds are not one for each of 2, 4 or 6 seats")
    return [
        Sitter(player["player_id"].word(), player["guest"].flag(), player["bot"].flag(), seed.text())
        for player, seed in zip(players, seeds, strict=True)
    ]


def _deal(deal: Part, seats: int) -> Deal:
    given = deal["hands"]
    names = set(given.names())
    if len(names) not in (2, seats) or not names <= set(map(str, range(seats))):
        raise Wrong("this is no match record: a deal has not a hand for every seat or for two")
    dealt = {int(name): _cards(given[name]) for name in sorted(names)}
    turned = deal["muestra"]
    return Deal(dealt, None if turned.value is None else turned.word())


def _cards(hand: Part) -> list[str]:
    cards = [card.word() for card in hand]
    if len(cards) != HAND_SIZE or not set(cards) <= set(CARDS):
        raise Wrong("this is no match record: a hand is not three cards")
    return cards


def _actions(record: Part, opening: Opening) -> list[Entry]:
    steps, times = list(record["steps"]), list(record["times"]["steps_ms"])
    if len(steps) != len(times):
        raise Wrong("this is no match record: times.steps_ms has not one time for each step")
    first = Entry(record["times"]["dealt_ms"].number(), opening.dealer, BY_THE_TABLE, "deal")
    return [first, *(_action(step, at.number(), opening) for step, at in zip(steps, times, strict=True))]


def _action(step: Part, time_ms: int, opening: Opening) -> Entry:
    seat, do = step["seat"].below(len(opening.sitters)), step["do"].text()
    usual = BY_THE_TABLE if do == "deal" else opening.sitters[seat].player_id
    return Entry(time_ms, seat, step["by"].word() if step.has("by") else usual, do)


def _entry(part: Part) -> Entry:
    seat = part["seat"]
    return Entry(
        part["time_ms"].number(),
        None if seat.value is None else seat.number(),
        part["by"].word(),
        part["do"].text(),
    )
