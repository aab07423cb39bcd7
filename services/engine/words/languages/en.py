"""English. The game's words stay Spanish and are explained where they stand first."""

from typing import Final

from services.engine.words.languages.en_labels import EN_LABELS
from services.engine.words.languages.language import Language

TEXTS: Final = {
    # fillers
    "nothing": "",
    "team.two": "player",
    "team.teams": "team",
    "teams.two": "players",
    "teams.teams": "teams",
    "manos_team.two": "the [mano]",
    "manos_team.teams": "the [mano]’s team",
    "call.envido": "envido",
    "call.real_envido": "real envido",
    "call.falta_envido": "falta envido",
    "call.truco": "truco",
    "call.retruco": "retruco",
    "call.vale_cuatro": "vale cuatro",
    "head.canto": "Call",
    "head.querido": "Accepted",
    "head.no_querido": "Refused",
    # the match
    "match.title": "The match",
    "match.seats.2": "Two play, one against one.",
    "match.seats.4": "Four play, in two teams of two. Partners sit opposite each other.",
    "match.seats.6": (
        "Six play, in two teams of three. The teams sit alternately, so everybody has a rival on either side."
    ),
    "match.chico": "The match is a single [chico].",
    "match.chicos": (
        "The first {team} to win {chicos} [chicos] wins the match. Each starts at 0–0, and the next player deals."
    ),
    "match.halves": (
        "The first {team} to reach {target} points wins the [chico]: the first {half} points are the malas (the bad "
        "ones), the others the buenas (the good ones)."
    ),
    "match.no_halves": "The first {team} to reach {target} points wins the [chico].",
    "match.points": (
        "Points are scored the moment they are won. When a {team} reaches the target, the [chico] ends there and "
        "then, even in the middle of a hand, and points over the target are not counted."
    ),
    "match.forfeit.two": "A player who gives up, at any time, loses the match.",
    "match.forfeit.teams": "If a player gives up, at any time, the other team wins the match.",
    # the cards
    "cards.title": "The cards",
    "cards.deck": (
        "It is played with the 40 cards of a Spanish deck: 1 to 7, sota (10, the jack), caballo (11, the horse) and "
        "rey (12, the king) of swords, clubs, coins and cups."
    ),
    "cards.muestra": (
        "After the deal the next card is turned up: the [muestra]. Five cards of its suit are the [piezas] and beat "
        "all other cards. From high to low: 2, 4, 5, 11 and 10."
    ),
    "cards.alcahuete": (
        "If the [muestra] is itself one of the [piezas], the 12 of its suit, the alcahuete (the go-between), takes "
        "the place of exactly that card, in strength and in value."
    ),
    "cards.ranking": (
        "1 of swords, 1 of clubs, 7 of swords, 7 of coins, the 3s, the 2s, 1 of cups and 1 of coins, the 12s, the "
        "11s, the 10s, 7 of cups and 7 of clubs, the 6s, the 5s, the 4s"
    ),
    "cards.order": "From high to low: {ranking}.",
    "cards.order.below": "All others, whatever their suit, keep the usual order. From high to low: {ranking}.",
    "cards.equal": "Cards of the same level tie.",
    # the deal
    "deal.title": "The deal",
    "deal.cards": (
        "The whole deck is shuffled and everybody gets three cards, one at a time. The [mano] gets the first card "
        "and plays first. The dealer plays last."
    ),
    "deal.next": "The deal passes to the next player with every hand.",
    # the tricks
    "tricks.title": "The tricks",
    "tricks.play": (
        "A hand has three tricks. In each, everybody still in the hand plays one card in turn, and the {team} of the "
        "highest card wins the trick."
    ),
    "tricks.lead": "The [mano] leads the first trick; the winner of a trick leads the next.",
    "tricks.lead.partners": "If two partners won it with equal cards, the one who played first leads.",
    "tricks.parda": (
        "If the best cards of the two {teams} tie, the trick is [parda], and the [mano] leads the next one."
    ),
    "tricks.parda.mano_left": "If the [mano] has left the hand, the next player still in leads.",
    "tricks.won": (
        "The {team} that wins two tricks wins the hand. With the first trick [parda], the second decides. With the "
        "first and second [parda], the third decides. With the second or third [parda], the winner of the first "
        "wins. With all three [parda], {manos_team} wins."
    ),
    "tricks.stop": "As soon as it is decided, the hand ends: the rest is not played.",
    "trick.1": "first",
    "trick.2": "second",
    "trick.3": "third",
    "tapada.envido": "an [envido]",
    "tapada.envido_or_flor": "an [envido] or a [flor]",
    "tapada_from_trick": (
        "From the {trick} trick on you may play a card face down. It loses to every open card and ties with another "
        "one face down. Nobody else sees it, not at the end of the hand either, nor when it counted for {counted}: "
        "only when the match has ended can it be worked out from the shuffle’s seed, which the players are shown."
    ),
    # calls and answers
    "cantos.title": "Calls and answers",
    "cantos.wait": (
        "While a call waits for its answer, nobody plays a card or folds. The answer is always to the latest call: "
        "“[quiero]”, “[no quiero]” or a call that raises it."
    ),
    "cantos.who": "Anybody of the challenged team who is still in the hand may answer.",
    "refusal.unanimous": (
        "One player’s “[quiero]” or raise binds at once. A “[no quiero]” counts only when everybody who may answer "
        "has said it: who has said it waits for the partners."
    ),
    "refusal.first": "The first answer counts, whoever gives it.",
    "cantos.first": (
        "An [envido] called over a [truco] makes it wait. When the [envido] is settled, the [truco] is answered "
        "afresh, as if it had just been called."
    ),
    "cantos.first.flor": (
        "An [envido] or a [flor] over a [truco] makes it wait. When they are settled, the [truco] is answered "
        "afresh, as if it had just been called."
    ),
    # the envido
    "envido.title": "Envido",
    "envido.count": (
        "The [envido] goes to the player with the most [tantos]. Two cards of one suit are worth 20 plus their "
        "numbers; 10, 11 and 12 count 0. Without two of one suit, the highest card alone counts."
    ),
    "envido.no_flor": "There is no [flor]: of three cards of one suit the two highest count.",
    "envido.most": "The most is 33, with the 7 and the 6 of one suit.",
    "envido.piezas": (
        "The [piezas] are worth more: the 2 is worth 30, the 4 is worth 29, the 5 is worth 28, the 11 and the 10 are "
        "worth 27. With one of them, the [tantos] are its value plus that of the better of the two other cards: 37 "
        "at most."
    ),
    "envido.open": (
        "It is called in the first trick and opened once a hand: with [envido], [real envido] or [falta envido]. "
        "Once a [truco] has been accepted or raised, there is no more [envido]."
    ),
    "envido_by.turn": "The player whose turn it is opens it, before playing a card.",
    "envido_by.anyone": (
        "Anybody still in the hand who has not played a card may open it, even out of turn, as long as no call waits "
        "for its answer."
    ),
    "envido_over_truco.before_own_card": (
        "The [envido] goes first: if you have not played a card yet, you may answer a [truco] with an [envido]."
    ),
    "envido_over_truco.before_any_card": (
        "The [envido] goes first: if nobody has played a card yet, you may answer a [truco] with an [envido]."
    ),
    "envido.raise.two": "Whoever is to answer may raise, even after playing a card.",
    "envido.raise.teams": "Anybody of the answering team may raise, even after playing a card.",
    "envido_chain.ordered": (
        "Raises go in this order: up to two [envido], one [real envido], one [falta envido]. Steps may be skipped, "
        "but there is no going back."
    ),
    "envido_chain.free": (
        "It may be raised twice, each time with [envido], [real envido] or [falta envido], in any order and with "
        "repeats. Nothing follows a [falta envido]."
    ),
    "envido.worth": (
        "Accepted, it is worth all that was called, added up; with a [falta envido] among it, the falta alone. "
        "Refused, the {team} of the last call scores what was called before it, or 1 point if it was the first call."
    ),
    "envido.the_falta": "the falta",
    "falta.leader": (
        "A [falta envido] is worth what the leading {team} lacks to reach {target} at the moment it is settled."
    ),
    "falta.rival": "A [falta envido] is worth what its loser lacks to reach {target} at the moment it is settled.",
    "falta.malas": (
        "If the leading {team} is still in the malas (under {half} points), whoever wins the [falta envido] wins the "
        "[chico]. Otherwise it is worth what the leading {team} lacks to reach {target} at the moment it is settled."
    ),
    "envido.settled.two": (
        "The system declares the [tantos]. The [mano]’s are told; the other player’s are told if they are more, and "
        "otherwise it is “son buenas” (they are good). The [mano] wins a tie. The points are scored at once, before "
        "the [truco] goes on. Nobody learns [tantos] that were not told."
    ),
    "envido.settled.teams": (
        "The system declares the [tantos], from the [mano] round the table, of those still in the hand. Whoever "
        "beats the best so far has them told. Who does not says “son buenas” (they are good) if the best is the "
        "rivals’, and nothing if it is a partner’s. A tie goes to the player nearer to the [mano]. The points are "
        "scored at once, before the [truco] goes on. Nobody learns [tantos] that were not told."
    ),
    "envido.shown": (
        "When the hand ends, the cards that counted for the winner of an accepted [envido] are shown, save those "
        "played, open or face down. If several count the same, those played are taken first, then the lower one, "
        "then by suit: swords, clubs, coins, cups."
    ),
    # the flor
    "flor.title": "Flor",
    "flor.have.plain": "You have a [flor] when your three cards are of one suit.",
    "flor.have.muestra": (
        "You have a [flor] with three cards of one suit, with two or more [piezas], or with one of them and the two "
        "other cards of one suit."
    ),
    "flor.value.plain": "It is worth 20 plus the three cards, counted as in the [envido].",
    "flor.value.muestra": (
        "Without [piezas] it is worth 20 plus the three cards, counted as in the [envido]. With them, it is worth "
        "the highest one in full, plus the last digit of each of the others (9, 8 or 7), plus the other cards: 47 at "
        "most."
    ),
    "flor_announce.manual": (
        "You must sing it, which is to call it. With a [flor], as soon as you are to play, or to answer an [envido] "
        "or a [truco], singing it is all you can do: until then you do not play, fold, open or answer anything else."
    ),
    "flor_announce.auto": (
        "The system sings your [flor] (calls it) as soon as you are to play or to answer; of several, that of the "
        "player nearest to the [mano]. A rival’s [flor] you answer yourself."
    ),
    "flor.out_of_turn": "It may also be sung out of turn, as long as no call waits for its answer.",
    "flor.holder_answers": (
        "If the team that is to answer an [envido] or a [truco] has an unsung [flor], only its holder can answer, by "
        "singing it."
    ),
    "flor_timing.at_once": (
        "If your partner calls [envido] while you hold a [flor] and the other team has none, you sing it before "
        "anybody answers: no [envido] is settled over a hidden [flor]."
    ),
    "flor_timing.on_turn": (
        "If your partner calls [envido] while you hold a [flor], you sing it when you are to play or to answer. If "
        "the [envido] has been settled by then, accepted or refused, it is undone and its points are given back, "
        "unless they ended the [chico]."
    ),
    "flor.unsung": "A [flor] that is not sung before the hand ends scores nothing.",
    "flor.sung": (
        "A sung [flor] cancels an [envido] that waits for its answer, without points, and rules out any other in "
        "that hand; a [truco] that waits for its answer goes on waiting."
    ),
    "flor.alone": "If the other {team} has no [flor], it scores 3 points at once.",
    "flor_count.each": "Each further [flor] of the same team, sung in its turn, scores 3 more.",
    "flor_count.one": (
        "Only one [flor] of a team counts: after the first, its partners need not sing theirs, and may not."
    ),
    "flor.answer.two": "If the other player has a [flor] too, it must be answered, in one of these ways.",
    "flor.answer.teams": (
        "If there is a [flor] in the other team too, that team must answer, and only those who hold one do, in one "
        "of these ways."
    ),
    "flor_replies.con_flor_me_achico": (
        "“Con flor me achico” (with a flor, I back down): they are not compared, and the {team} that sang first "
        "scores {points:point}."
    ),
    "flor.achico_is_refusal": (
        "It is like a “[no quiero]”: if the team holds more than one [flor], everybody who holds one must say it."
    ),
    "flor_replies.flor": "“[Flor]”: they are compared and the better one scores {points:point}.",
    "flor_replies.contraflor": (
        "“Contraflor” (against the flor): accepted, the better [flor] scores 6 points; refused, the {team} that "
        "called it scores {points:point}."
    ),
    "flor_replies.con_flor_envido": (
        "“Con flor envido” (envido with a flor): accepted, the better [flor] scores 5 points; refused, the {team} "
        "that called it scores 3. It cannot be raised."
    ),
    "flor_replies.contraflor_al_resto": "“[Contraflor al resto]”: accepted, the better [flor] wins the resto.",
    "resto.falta": "The resto is worth what a [falta envido] would be.",
    "resto.chico": "Whoever wins the resto wins the [chico].",
    "resto.rival": "The resto is what its loser lacks to reach {target}.",
    "resto_refused": "If a [contraflor al resto] is refused, the {team} that called it scores {points:point}.",
    "flor.contraflor_raised": (
        "A contraflor, too, may be raised to [contraflor al resto]; if that is refused, it scores 6 points."
    ),
    "flor.better": (
        "The better [flor] is the highest of all that are held by players still in the hand, sung or not; a tie goes "
        "to the player nearer to the [mano]. After that no other is sung or scored."
    ),
    "flor.shown": (
        "When the hand ends, the [flor] that scored is shown, save the cards played: the one sung without a rival or "
        "against “me achico”, the better one where they were compared, the caller’s where a call was refused."
    ),
    # the truco
    "truco.title": "Truco",
    "truco.worth": (
        "The {team} that wins the hand scores what it is worth: 1 point if no [truco] was called, more if one was "
        "accepted. A [truco] goes up to [retruco] and then to [vale cuatro]."
    ),
    "truco_by.turn": "The player whose turn it is calls or raises it, before playing a card.",
    "truco_by.anyone": (
        "Anybody still in the hand and entitled to it may call or raise it, even out of turn, as long as no call "
        "waits for its answer."
    ),
    "truco.raise": (
        "Either of the two {teams} may call the first [truco]. After that only the one that accepted the last call "
        "may raise it, which is called having the quiero: at once, as “quiero retruco” accepts and raises, or later, "
        "in any trick."
    ),
    "truco.refused": "Refused, the hand ends and the {team} that called scores.",
    "truco.none": "no call",
    "truco.dash": "–",
    # the mazo
    "mazo.title": "Going to the mazo",
    "mazo.who": "The player whose turn it is may go to the [mazo], if no call waits for its answer.",
    "mazo.two": "The hand ends and the other player scores what it was worth by then: 1, 2, 3 or 4 points.",
    "mazo.team": (
        "The whole team goes along: the hand ends and the other team scores what it was worth by then: 1, 2, 3 or 4 "
        "points."
    ),
    "mazo.individual": (
        "Only that player leaves; the partners play on. Who has left does not play, call, answer or count for the "
        "[envido]; tricks already won stand. When the last of a team leaves, the hand ends and the other team scores "
        "what it was worth by then: 1, 2, 3 or 4 points."
    ),
    "unsaid.envido": "no envido was called",
    "unsaid.envido_nor_flor": "neither envido nor flor was called",
    "mazo_bonus.before_team_card": (
        "It scores 1 point more in the first trick, if the {team} that leaves has not played any card and the "
        "[envido] was still open: {unsaid}, and no [truco] was accepted or raised."
    ),
    "mazo_bonus.first_trick": "It scores 1 point more if the first trick is not complete and {unsaid}.",
    "mazo_bonus.envido_unplayed": "It scores 1 point more if {unsaid} in that hand, in whatever trick.",
    "mazo.perros": "Saying [perros] counts as an [envido] call.",
    # pica-pica
    "pica_pica.title": "Pica-pica",
    "pica.rounds": ("A [chico] starts with a [redonda]. After that a round of [pica-pica] and a [redonda] take turns."),
    "pica_from": "There is no [pica-pica] until a team has {points:point}; until then there are only [redondas].",
    "pica_until.last_five": (
        "Once a team has {last} points, five from the end, there is no more [pica-pica]: from then on all six play."
    ),
    "pica_until.buenas": (
        "Once a team has {half} points, half the [chico], there is no more [pica-pica]: from then on all six play."
    ),
    "pica.duels": (
        "For each duel the cards are shuffled and dealt again, to two players only: first the [mano] against the "
        "player opposite, then the player after the [mano] against the one opposite, then the next. The one named "
        "first is [mano] of the duel. Nobody else calls or answers, and the points go to the player’s team."
    ),
    "pica.dealer": "One player deals all three duels; the deal passes on after every [redonda] and every [pica-pica].",
    "pica_falta.forbidden": "In duels there is no [falta envido].",
    "pica_falta.most": "In duels a [falta envido] scores at most {points:point}.",
    "pica_resto.forbidden": "In duels there is no [contraflor al resto].",
    "pica_resto.most": "In duels a [contraflor al resto] scores at most {points:point}.",
    # echar los perros
    "perros.title": "Echar los perros",
    "perros.say": (
        "Before every deal but a [chico]’s first, anybody who is about to play may say [perros], a challenge to the "
        "other {team} to [contraflor al resto], [falta envido] and [truco] at once. It is said once for both "
        "{teams}, until the cards are dealt."
    ),
    "perros.en_ley": (
        "With the cards in hand the other {team} answers. With a [flor] (“en ley”, within the law), its holder "
        "answers the [contraflor al resto]. Accepted, they are compared, and a {team} without one loses. Refused, "
        "the challengers score as for a refused [contraflor al resto], and none is shown."
    ),
    "perros.a_punto": (
        "Without one (“a punto”, on points), if the challengers hold a [flor], they score 3 points, once, and there "
        "is no [envido]. If nobody holds one, the [falta envido] is answered: accepted, it is settled as always; "
        "refused, the challengers score 1 point. Neither of these calls can be raised."
    ),
    "perros.truco": (
        "Then, unless the [chico] is over, the [truco] is answered like any other: accepted, the hand is worth 2 and "
        "the {team} that answered has the quiero; it may be raised to [retruco]; refused, the challengers score 1 "
        "point and the hand ends."
    ),
    "perros.no_other": "There is no other [envido] or [flor] in that hand: none is sung, and none needs to be.",
    # partners
    "partners.title": "Partners",
    "senas.flor": "flor, ",
    "senas.argentine": (
        "The [señas] are: 1 of swords, 1 of clubs, 7 of swords, 7 of coins, a 3, a 2, a false ace (1 of cups or "
        "coins), a good [envido], {flor}nothing."
    ),
    "senas.uruguayan": (
        "The [señas] are: the 2, the 4 and the 5 of the turned-up card’s suit, perico (its 11), perica (its 10), a "
        "mata (1 of swords, 1 of clubs, 7 of swords or 7 of coins), flor, a good [envido], nothing."
    ),
    "senas.secret": "Only partners see them, and they need not be true.",
    "partner_cards": "You see your partners’ cards, and they see yours.",
    # the clock
    "clock.title": "When the time runs out",
    "clock.prudent": (
        "If you do not play in time, or are away, the system does the prudent thing for you. It waits for nobody to "
        "deal."
    ),
    "clock.flor.achico": "It sings a [flor] that you must sing; to a rival’s it answers “con flor me achico”.",
    "clock.flor.flor": "It sings a [flor] that you must sing; to a rival’s it answers “flor”.",
    "clock.calls": "To any other call it answers “[no quiero]”.",
    "clock.card": (
        "In your turn it plays your lowest card, open; of equal ones, in the order swords, clubs, coins, cups."
    ),
}

MEANINGS: Final = {
    "chico": "a game to a number of points",
    "chicos": "games to a number of points",
    "mano": "the player after the dealer",
    "muestra": "the sample",
    "piezas": "the pieces",
    "parda": "tied",
    "envido": "a bet on who holds the best cards of one suit",
    "flor": "a flower: three cards of one suit, which score by themselves",
    "truco": "a bet on who wins the hand",
    "retruco": "truco raised",
    "vale cuatro": "it is worth four",
    "quiero": "I accept",
    "no quiero": "I refuse",
    "tantos": "the count of a hand for the envido",
    "real envido": "a higher envido",
    "falta envido": "an envido for the points that are lacking",
    "contraflor al resto": "a bet of flor against flor for the rest",
    "mazo": "the deck: to fold, leaving the hand",
    "redonda": "a round: a hand of all six",
    "redondas": "rounds: hands of all six",
    "pica-pica": "three duels, one against one",
    "perros": "the dogs",
    "señas": "signs by which partners tell what they hold",
}

EN: Final = Language(TEXTS, EN_LABELS, meanings=MEANINGS)
