"""Parties: friends who seek the same and sit in one team. They wait for each other first."""

from collections.abc import Iterable

from services.tables.matchmaking.members import Member, Unit, unit_of

PartyKey = tuple[str, str, int]
"""Queue, party and size: who names another size waits for others."""


def party_of(member: Member) -> PartyKey | None:
    """The party that a player is of, or None."""
    seek = member.ticket.seek
    return (member.queue.key, seek.party, seek.party_size) if seek.party_size > 1 else None


class Parties:
    """The players whose party is not complete."""

    def __init__(self) -> None:
        self._gathering: dict[PartyKey, dict[str, Member]] = {}

    def add(self, member: Member, key: PartyKey) -> Unit | None:
        """Lets a player wait for the party; returns it when it is complete.

        Who has blocked one of the party, or is blocked by one, never completes it.
        """
        there = self._gathering.setdefault(key, {})
        friends = _together(member, there.values(), key[2])
        there[member.player_id] = member
        if len(friends) < key[2]:
            return None
        for each in friends:
            self.remove(each, key)
        return unit_of(tuple(friends))

    def remove(self, member: Member, key: PartyKey) -> None:
        """Does not wait for this player any more."""
        there = self._gathering.get(key, {})
        if there.get(member.player_id) is member:
            del there[member.player_id]
        if not there:
            self._gathering.pop(key, None)

    def present(self, key: PartyKey) -> list[Member]:
        """Who is there already, of a party that is not complete."""
        return list(self._gathering.get(key, {}).values())


def _together(member: Member, others: Iterable[Member], size: int) -> list[Member]:
    """The player and as many of the others, up to a size, as nothing keeps apart."""
    friends = [member]
    for other in others:
        if len(friends) < size and not any(_apart(other, friend) for friend in friends):
            friends.append(other)
    return friends


def _apart(one: Member, other: Member) -> bool:
    return other.player_id in one.blocked or one.player_id in other.blocked
