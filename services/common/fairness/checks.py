"""The checks of an exported match that need no rules: its seed, its first dealer, its deals, its chain of records.

Whether the actions were allowed and gave the result is for the rules: `python -m services.engine verify` checks it too.
"""

from collections.abc import Iterator

from services.common.fairness import dealing
from services.common.fairness.parts import Wrong
from services.common.fairness.reading import Deal, Match, read
from services.common.fairness.seal import Entry, link
from services.common.fairness.shuffle import commitment, deck, first_dealer


def checks(data: object, known_commitment: str = "", known_chain: str = "") -> Iterator[str]:
    """All of them on a parsed record: a sentence for each that holds. Raises Wrong with the first that does not.

    Who rewrites a whole record can make it hold again, but not with the commitment that the table showed before the
    cards and the chain that it showed at the end: give what was noted there.
    """
    match = read(data)
    yield from shuffle_checks(match, known_commitment)
    yield from chain_checks(match, known_chain)


def shuffle_checks(match: Match, known_commitment: str = "") -> Iterator[str]:
    """The seed, the first dealer and every deal. Raises Wrong."""
    yield _seed(match, known_commitment)
    yield _first_dealer(match)
    yield _deals(match)


def chain_checks(match: Match, known_chain: str = "") -> Iterator[str]:
    """The chain of the match's records. Raises Wrong."""
    opening, (name, match_id) = match.opening, match.ids
    if not name == match_id == f"{opening.table_id}-{opening.epoch}":
        raise Wrong(f"chain: {name} and {match_id} are not the match of table {opening.table_id} that was sealed")
    if match.finished_ms != match.actions[-1].time_ms:
        raise Wrong("chain: finished_ms is not the time of the last action")
    entries = sealed_entries(match)
    found = match.before
    for number, entry in enumerate(entries):
        found = link(found, entry, opening if number == 0 else None)
    if found != match.chain:
        raise Wrong(
            f"chain: the match's {len(entries)} records lead to {found}, but they were sealed as {match.chain}: an"
            " action, a seat, a time, their order, the rules or the players are not what they were"
        )
    if known_chain and known_chain != found:
        raise Wrong(f"chain: the match's records lead to {found}, but the chain known of it is {known_chain}")
    yield f"chain: the match's {len(entries)} records, each with the hash of the one before, lead to {found}"


def sealed_entries(match: Match) -> list[Entry]:
    """All records of the match in their order, the deals with their cards. Raises Wrong."""
    tops = iter([dealing.top(deal.hands, order, deal.muestra) for deal, order in _dealt(match)])
    entries = [match.began]
    notes = list(match.notes)
    for number, action in enumerate(match.actions):
        while notes and notes[0].action == number:
            entries.append(notes.pop(0).entry)
        entries.append(action._replace(do=" ".join(["deal", *next(tops)])) if action.do == "deal" else action)
    if notes:
        raise Wrong(f"chain: a record stands before action {notes[0].action}, which is not its place")
    return entries


def _seed(match: Match, known: str) -> str:
    found = commitment(match.server_seed)
    if found != match.opening.commitment:
        raise Wrong(f"seed: its SHA-256 is {found}, but the table was committed to {match.opening.commitment}")
    if known and found != known:
        raise Wrong(f"seed: its SHA-256 is {found}, but the commitment known of it is {known}")
    return f"seed: its SHA-256 is the commitment, {found}"


def _first_dealer(match: Match) -> str:
    drawn = first_dealer(match.server_seed, _client_seeds(match))
    if drawn != match.opening.dealer:
        raise Wrong(f"first dealer: seat {match.opening.dealer} dealt first, but the seed draws seat {drawn}")
    return f"first dealer: seat {drawn}, as the seed draws"


def _deals(match: Match) -> str:
    for number, (deal, order) in enumerate(zip(match.deals, _orders(match), strict=True), start=1):
        cards = deck(match.server_seed, number, _client_seeds(match))
        dealt = dealing.hands(cards, order)
        if set(deal.hands) != set(order):
            raise Wrong(f"deals: deal {number} is to the seats {_listed(deal.hands)}, not to {_listed(order)}")
        for seat in order:
            if deal.hands[seat] != dealt[seat]:
                raise Wrong(
                    f"deals: in deal {number} seat {seat} got {' '.join(deal.hands[seat])},"
                    f" but deck {number} gives it {' '.join(dealt[seat])}"
                )
        turned = cards[dealing.HAND_SIZE * len(order)]
        if deal.muestra not in (None, turned):
            raise Wrong(f"deals: the muestra of deal {number} is {deal.muestra}, but deck {number} turns up {turned}")
    return f"deals: all {len(match.deals)} are the decks that the seed shuffles"


def _dealt(match: Match) -> Iterator[tuple[Deal, list[int]]]:
    return zip(match.deals, _orders(match), strict=True)


def _orders(match: Match) -> Iterator[list[int]]:
    dealers = [action.seat or 0 for action in match.actions if action.do == "deal"]
    if len(dealers) != len(match.deals):
        raise Wrong(f"deals: the table dealt {len(dealers)} times, but there are {len(match.deals)} deals")
    sizes = [len(deal.hands) for deal in match.deals]
    return dealing.orders(len(match.opening.sitters), zip(dealers, sizes, strict=True))


def _client_seeds(match: Match) -> list[str]:
    return [sitter.client_seed for sitter in match.opening.sitters]


def _listed(seats: "dict[int, list[str]] | list[int]") -> str:
    return " ".join(map(str, sorted(seats)))
