"""Brazilian Portuguese. The game's words stay Spanish and are explained where they stand first."""

from typing import Final

from services.engine.words.languages.language import Language
from services.engine.words.languages.pt_labels import PT_LABELS

TEXTS: Final = {
    # fillers
    "nothing": "",
    "team.two": "jogador",
    "team.teams": "time",
    "teams.two": "jogadores",
    "teams.teams": "times",
    "manos_team.two": "o [mano]",
    "manos_team.teams": "o time do [mano]",
    "call.envido": "envido",
    "call.real_envido": "real envido",
    "call.falta_envido": "falta envido",
    "call.truco": "truco",
    "call.retruco": "retruco",
    "call.vale_cuatro": "vale cuatro",
    "head.canto": "Canto",
    "head.querido": "Aceito",
    "head.no_querido": "Recusado",
    # the match
    "match.title": "A partida",
    "match.seats.2": "Jogam dois, um contra o outro.",
    "match.seats.4": "Jogam quatro, em dois times de dois. Os parceiros sentam-se frente a frente.",
    "match.seats.6": "Jogam seis, em dois times de três, alternados: cada jogador tem um adversário de cada lado.",
    "match.chico": "A partida é um único [chico].",
    "match.chicos": (
        "Ganha a partida o primeiro {team} que ganhar {chicos} [chicos]. Cada um começa em 0 a 0, e dá as cartas o "
        "jogador seguinte."
    ),
    "match.halves": (
        "Ganha o [chico] o primeiro {team} que chegar a {target} pontos: os primeiros {half} são as malas (as ruins) "
        "e os outros, as buenas (as boas)."
    ),
    "match.no_halves": "Ganha o [chico] o primeiro {team} que chegar a {target} pontos.",
    "match.points": (
        "Os pontos são marcados assim que são ganhos. Quando um {team} chega lá, o [chico] acaba na hora, mesmo no "
        "meio da mão, e os pontos que sobram não contam."
    ),
    "match.forfeit.two": "Se um jogador desiste, a qualquer momento, a partida é do outro.",
    "match.forfeit.teams": "Se um jogador desiste, a qualquer momento, a partida é do outro time.",
    # the cards
    "cards.title": "As cartas",
    "cards.deck": (
        "Joga-se com o baralho espanhol de 40 cartas: de 1 a 7, sota (10, o valete), caballo (11, o cavalo) e rey "
        "(12, o rei), de espadas, paus, ouros e copas."
    ),
    "cards.muestra": (
        "Depois de dar as cartas, vira-se a carta seguinte: é a [muestra]. Cinco cartas do naipe dela são as "
        "[piezas] e ganham de todas as outras. Da maior para a menor: 2, 4, 5, 11 e 10."
    ),
    "cards.alcahuete": (
        "Se a própria [muestra] for uma das [piezas], o 12 do mesmo naipe, o alcahuete (o alcoviteiro), ocupa o "
        "lugar exato dessa carta, em força e em valor."
    ),
    "cards.ranking": (
        "1 de espadas, 1 de paus, 7 de espadas, 7 de ouros, os 3, os 2, 1 de copas e 1 de ouros, os 12, os 11, os "
        "10, 7 de copas e 7 de paus, os 6, os 5 e os 4"
    ),
    "cards.order": "Da maior para a menor: {ranking}.",
    "cards.order.below": "As outras, de qualquer naipe, seguem a ordem de sempre. Da maior para a menor: {ranking}.",
    "cards.equal": "Cartas do mesmo nível empatam.",
    # the deal
    "deal.title": "A distribuição",
    "deal.cards": (
        "Embaralham-se todas as cartas e cada um recebe três, uma de cada vez. O [mano] recebe primeiro e joga "
        "primeiro. Quem dá as cartas joga por último."
    ),
    "deal.next": "A cada mão, quem dá as cartas é o jogador seguinte.",
    # the tricks
    "tricks.title": "As vazas",
    "tricks.play": (
        "A mão tem três vazas. Em cada uma, todos os que continuam na mão jogam uma carta, na sua vez, e ganha a "
        "vaza o {team} da carta mais alta."
    ),
    "tricks.lead": "O [mano] abre a primeira vaza; as outras, quem ganhou a anterior.",
    "tricks.lead.partners": "Se dois parceiros a ganharam com cartas iguais, abre quem jogou a sua antes.",
    "tricks.parda": ("Se as melhores cartas dos dois {teams} empatam, a vaza fica [parda] e o [mano] abre a seguinte."),
    "tricks.parda.mano_left": "Se o [mano] saiu da mão, abre o primeiro depois dele.",
    "tricks.won": (
        "Ganha a mão o {team} que ganha duas vazas. Com a primeira [parda], decide a segunda. Com a primeira e a "
        "segunda [pardas], decide a terceira. Com a segunda ou a terceira [parda], ganha quem ganhou a primeira. Com "
        "as três [pardas], ganha {manos_team}."
    ),
    "tricks.stop": "Assim que está decidida, a mão acaba: o resto não se joga.",
    "trick.1": "primeira",
    "trick.2": "segunda",
    "trick.3": "terceira",
    "tapada.envido": "um [envido]",
    "tapada.envido_or_flor": "um [envido] ou uma [flor]",
    "tapada_from_trick": (
        "A partir da {trick} vaza você pode jogar uma carta virada para baixo. Ela perde de qualquer carta aberta e "
        "empata com outra virada. Ninguém mais a vê, nem no fim da mão, nem se contou para {counted}: só no fim da "
        "partida dá para calculá-la com a semente do embaralhamento, que os jogadores recebem."
    ),
    # calls and answers
    "cantos.title": "Os cantos",
    "cantos.wait": (
        "Enquanto um canto (uma aposta dita em voz alta) espera resposta, ninguém joga carta nem abandona a mão. "
        "Responde-se sempre ao último: “[quiero]”, “[no quiero]” ou um canto que aumenta."
    ),
    "cantos.who": "Responde qualquer jogador do time desafiado que continue na mão.",
    "refusal.unanimous": (
        "Um “[quiero]” ou um aumento de qualquer um vale na hora. O “[no quiero]” só vale quando todos os que podem "
        "responder o disseram: quem já disse espera os parceiros."
    ),
    "refusal.first": "Vale a primeira resposta, seja de quem for.",
    "cantos.first": (
        "Um [envido] cantado sobre um [truco] deixa o [truco] esperando. Resolvido o [envido], responde-se o [truco] "
        "de novo, como se acabasse de ser cantado."
    ),
    "cantos.first.flor": (
        "Um [envido] ou uma [flor] sobre um [truco] deixa o [truco] esperando. Resolvida a questão, responde-se o "
        "[truco] de novo, como se acabasse de ser cantado."
    ),
    # the envido
    "envido.title": "O envido",
    "envido.count": (
        "O [envido] é de quem tem mais [tantos]. Duas cartas do mesmo naipe valem 20 mais a soma dos seus números; "
        "10, 11 e 12 contam 0. Sem duas do mesmo naipe, conta só a carta mais alta."
    ),
    "envido.no_flor": "Joga-se sem [flor]: com três cartas do mesmo naipe, contam as duas mais altas.",
    "envido.most": "O máximo é 33, com 7 e 6 do mesmo naipe.",
    "envido.piezas": (
        "As [piezas] valem mais: o 2 vale 30, o 4 vale 29, o 5 vale 28, o 11 e o 10 valem 27. Com uma delas, os "
        "[tantos] são o valor dela mais o da melhor das outras duas cartas: no máximo 37."
    ),
    "envido.open": (
        "Canta-se na primeira vaza e abre-se uma só vez por mão: com [envido], [real envido] ou [falta envido]. "
        "Depois que um [truco] foi aceito ou aumentado, não há mais [envido]."
    ),
    "envido_by.turn": "Abre quem está na vez, antes de jogar a sua carta.",
    "envido_by.anyone": (
        "Abre qualquer um que continue na mão e não tenha jogado a sua carta, mesmo fora da vez, desde que nenhum "
        "canto espere resposta."
    ),
    "envido_over_truco.before_own_card": (
        "O [envido] vem primeiro: se lhe cantam [truco] e você ainda não jogou a sua carta, pode responder com um "
        "[envido]."
    ),
    "envido_over_truco.before_any_card": (
        "O [envido] vem primeiro: se lhe cantam [truco] e ninguém jogou carta ainda, você pode responder com um "
        "[envido]."
    ),
    "envido.raise.two": "Quem tem de responder pode aumentar, mesmo que já tenha jogado a sua carta.",
    "envido.raise.teams": "Pode aumentar qualquer um do time que responde, até quem já jogou a sua carta.",
    "envido_chain.ordered": (
        "Aumenta-se nesta ordem: até dois [envido], um [real envido], uma [falta envido]. Pode-se pular, mas não "
        "voltar atrás."
    ),
    "envido_chain.free": (
        "Aumenta-se até duas vezes, cada uma com [envido], [real envido] ou [falta envido], em qualquer ordem e "
        "mesmo repetindo. Sobre uma [falta envido] não se aumenta mais."
    ),
    "envido.worth": (
        "Aceito, vale a soma de tudo o que se cantou; se houve [falta envido], vale só a falta. Recusado, o {team} "
        "do último canto marca o que se cantou antes, ou 1 ponto se foi o primeiro canto."
    ),
    "envido.the_falta": "a falta",
    "falta.leader": (
        "A [falta envido] vale o que falta, na hora em que se resolve, para quem está na frente chegar a {target}."
    ),
    "falta.rival": "A [falta envido] vale o que falta, na hora em que se resolve, para quem a perde chegar a {target}.",
    "falta.malas": (
        "Se quem está na frente ainda está nas malas (menos de {half} pontos), quem ganha a [falta envido] ganha o "
        "[chico]. Se já está nas buenas, ela vale o que lhe falta, na hora em que se resolve, para chegar a {target}."
    ),
    "envido.settled.two": (
        "Quem canta os [tantos] é o sistema. O [mano] diz os seus; o outro diz os dele só se forem mais, e senão "
        "“son buenas” (são boas). No empate ganha o [mano]. Os pontos são marcados na hora, antes de o [truco] "
        "seguir. Ninguém fica sabendo dos [tantos] que não foram ditos."
    ),
    "envido.settled.teams": (
        "Quem canta os [tantos] é o sistema, a partir do [mano] e em roda, entre os que continuam na mão. Quem "
        "supera o melhor até ali diz os seus. Quem não supera diz “son buenas” (são boas) se o melhor é do "
        "adversário, e se cala se é do parceiro. No empate ganha quem está mais perto do [mano]. Os pontos são "
        "marcados na hora, antes de o [truco] seguir. Ninguém fica sabendo dos [tantos] que não foram ditos."
    ),
    "envido.shown": (
        "No fim da mão mostram-se as cartas que contaram para quem ganhou um [envido] aceito, menos as que ele "
        "jogou, abertas ou viradas. Se várias contam igual, tomam-se primeiro as jogadas, depois a mais baixa e "
        "depois pelo naipe: espadas, paus, ouros, copas."
    ),
    # the flor
    "flor.title": "A flor",
    "flor.have.plain": "Ter [flor] é ter as três cartas do mesmo naipe.",
    "flor.have.muestra": (
        "Ter [flor] é ter as três cartas do mesmo naipe, ou duas ou mais [piezas], ou uma delas e as outras duas "
        "cartas do mesmo naipe."
    ),
    "flor.value.plain": "Ela vale 20 mais a soma das três cartas, contadas como no [envido].",
    "flor.value.muestra": (
        "Sem [piezas] ela vale 20 mais a soma das três cartas, contadas como no [envido]. Com elas, vale a mais alta "
        "inteira, mais o último algarismo de cada uma das outras (9, 8 ou 7), mais as demais cartas: no máximo 47."
    ),
    "flor_announce.manual": (
        "Cantá-la é obrigatório. Com [flor], assim que você tem de jogar, ou de responder a um [envido] ou a um "
        "[truco], só pode cantá-la: antes disso não joga, não abandona a mão, não abre nem responde outra coisa."
    ),
    "flor_announce.auto": (
        "O sistema canta a sua [flor] assim que você tem de jogar ou responder; se há várias, a de quem está mais "
        "perto do [mano]. À [flor] de um adversário quem responde é você."
    ),
    "flor.out_of_turn": "Também se pode cantá-la fora da vez, se nenhum canto espera resposta.",
    "flor.holder_answers": (
        "Se o time que tem de responder a um [envido] ou a um [truco] tem uma [flor] não cantada, só quem a tem "
        "responde, cantando-a."
    ),
    "flor_timing.at_once": (
        "Se o seu parceiro canta [envido], você tem [flor] e o outro time não tem nenhuma, você a canta antes que "
        "alguém responda: nenhum [envido] se resolve sobre uma [flor] escondida."
    ),
    "flor_timing.on_turn": (
        "Se o seu parceiro canta [envido] e você tem [flor], você a canta quando tiver de jogar ou responder. Se o "
        "[envido] já foi resolvido, aceito ou não, ele é desfeito e os pontos são devolvidos, a menos que tenham "
        "acabado o [chico]."
    ),
    "flor.unsung": "Uma [flor] que não foi cantada até o fim da mão não vale nada.",
    "flor.sung": (
        "Cantada uma [flor], o [envido] que esperava resposta é anulado sem pontos, não há mais [envido] nessa mão, "
        "e o [truco] que esperava resposta continua esperando."
    ),
    "flor.alone": "Se o outro {team} não tem [flor], ela vale 3 pontos na hora.",
    "flor_count.each": "Cada outra [flor] do mesmo time, cantada na sua vez, vale mais 3.",
    "flor_count.one": (
        "De cada time conta uma só [flor]: cantada a primeira, os parceiros não precisam cantar a sua, nem podem."
    ),
    "flor.answer.two": "Se o outro também tem [flor], tem de responder, de uma destas maneiras.",
    "flor.answer.teams": (
        "Se no outro time também há [flor], ele tem de responder, e só responde quem a tem, de uma destas maneiras."
    ),
    "flor_replies.con_flor_me_achico": (
        "“Con flor me achico” (com flor, eu me encolho): não se comparam, e o {team} que cantou primeiro marca "
        "{points:ponto}."
    ),
    "flor.achico_is_refusal": (
        "É como um “[no quiero]”: se há mais de uma [flor] no time, todos os que a têm precisam dizê-lo."
    ),
    "flor_replies.flor": "“[Flor]”: elas se comparam e a melhor marca {points:ponto}.",
    "flor_replies.contraflor": (
        "“Contraflor” (contra a flor): aceita, a melhor [flor] marca 6 pontos; recusada, o {team} que a cantou marca "
        "{points:ponto}."
    ),
    "flor_replies.con_flor_envido": (
        "“Con flor envido” (envido com flor): aceito, a melhor [flor] marca 5 pontos; recusado, o {team} que o "
        "cantou marca 3. Não se pode aumentar."
    ),
    "flor_replies.contraflor_al_resto": "“[Contraflor al resto]”: aceita, a melhor [flor] leva o resto.",
    "resto.falta": "O resto vale o que valeria uma [falta envido].",
    "resto.chico": "Quem leva o resto ganha o [chico].",
    "resto.rival": "O resto é o que falta para quem perde chegar a {target}.",
    "resto_refused": "Se a [contraflor al resto] é recusada, o {team} que a cantou marca {points:ponto}.",
    "flor.contraflor_raised": (
        "Uma contraflor também pode ser aumentada para [contraflor al resto]; se então for recusada, vale 6 pontos."
    ),
    "flor.better": (
        "A melhor [flor] é a mais alta entre todos os que continuam na mão, cantada ou não; no empate, a de quem "
        "está mais perto do [mano]. Resolvida a [flor], ninguém canta nem marca outra."
    ),
    "flor.shown": (
        "No fim da mão mostra-se a [flor] que marcou, menos as cartas já jogadas: a cantada sem adversário ou diante "
        "de um “me achico”, a melhor se foram comparadas, e, se um canto foi recusado, a de quem o cantou."
    ),
    # the truco
    "truco.title": "O truco",
    "truco.worth": (
        "O {team} que ganha a mão marca o que ela vale: 1 ponto sem [truco], e mais se ele foi aceito. O [truco] "
        "sobe para [retruco] e depois para [vale cuatro]."
    ),
    "truco_by.turn": "Canta, ou aumenta, quem está na vez, antes de jogar a sua carta.",
    "truco_by.anyone": (
        "Canta, ou aumenta, qualquer um que continue na mão e tenha esse direito, mesmo fora da vez, desde que "
        "nenhum canto espere resposta."
    ),
    "truco.raise": (
        "Qualquer um dos dois {teams} pode cantar o primeiro [truco]. Depois só aumenta quem aceitou o último canto, "
        "que “tem o quiero”: na hora, porque “quiero retruco” aceita e aumenta, ou mais tarde, em qualquer vaza."
    ),
    "truco.refused": "Se é recusado, a mão acaba e marca o {team} que cantou.",
    "truco.none": "sem canto",
    "truco.dash": "–",
    # the mazo
    "mazo.title": "Ir para o mazo",
    "mazo.who": "Pode ir para o [mazo] quem está na vez, se nenhum canto espera resposta.",
    "mazo.two": "A mão acaba e o outro marca o que ela valia até ali: 1, 2, 3 ou 4 pontos.",
    "mazo.team": (
        "O time inteiro vai junto: a mão acaba e o outro time marca o que ela valia até ali: 1, 2, 3 ou 4 pontos."
    ),
    "mazo.individual": (
        "Só esse jogador sai; os parceiros continuam. Quem saiu não joga, não canta, não responde nem conta para o "
        "[envido]; as vazas já ganhas valem. Quando sai o último de um time, a mão acaba e o outro marca o que ela "
        "valia até ali: 1, 2, 3 ou 4 pontos."
    ),
    "unsaid.envido": "ninguém cantou envido",
    "unsaid.envido_nor_flor": "ninguém cantou envido nem flor",
    "mazo_bonus.before_team_card": (
        "Vale mais 1 ponto na primeira vaza, se o {team} que sai não jogou nenhuma carta e ainda se podia cantar "
        "[envido]: {unsaid}, nem se aceitou ou aumentou um [truco]."
    ),
    "mazo_bonus.first_trick": "Vale mais 1 ponto se a primeira vaza não acabou e {unsaid}.",
    "mazo_bonus.envido_unplayed": "Vale mais 1 ponto se nessa mão {unsaid}, em qualquer vaza.",
    "mazo.perros": "Dizer [perros] conta como um canto de [envido].",
    # pica-pica
    "pica_pica.title": "O pica-pica",
    "pica.rounds": (
        "Um [chico] começa com uma [redonda]. Depois se alternam uma rodada de [pica-pica] e uma [redonda]."
    ),
    "pica_from": "Não há [pica-pica] até que um time tenha {points:ponto}; até lá só há [redondas].",
    "pica_until.last_five": (
        "Quando um time chega a {last}, a cinco do fim, não há mais [pica-pica]: daí em diante jogam sempre os seis."
    ),
    "pica_until.buenas": (
        "Quando um time chega a {half}, a metade do [chico], não há mais [pica-pica]: daí em diante jogam sempre os "
        "seis."
    ),
    "pica.duels": (
        "Para cada duelo embaralham-se e dão-se as cartas de novo, só a dois jogadores: primeiro o [mano] contra "
        "quem está à sua frente, depois o seguinte ao [mano] contra o seu, e depois o outro. O primeiro nomeado é "
        "[mano] do duelo. Ninguém mais canta nem responde, e os pontos são do time."
    ),
    "pica.dealer": (
        "Um mesmo jogador dá as cartas dos três duelos; depois de cada [redonda] e de cada [pica-pica], dá o seguinte."
    ),
    "pica_falta.forbidden": "Nos duelos não há [falta envido].",
    "pica_falta.most": "Nos duelos a [falta envido] vale no máximo {points:ponto}.",
    "pica_resto.forbidden": "Nos duelos não há [contraflor al resto].",
    "pica_resto.most": "Nos duelos a [contraflor al resto] vale no máximo {points:ponto}.",
    # echar los perros
    "perros.title": "Echar los perros",
    "perros.say": (
        "Antes de cada distribuição, menos a primeira de um [chico], qualquer um dos que vão jogar pode dizer "
        "[perros]: desafia o outro {team} a [contraflor al resto], [falta envido] e [truco] de uma vez. Só se diz "
        "uma vez entre os dois {teams}, até as cartas serem dadas."
    ),
    "perros.en_ley": (
        "Com as cartas na mão responde o outro {team}. Se tem [flor] (“en ley”, na lei), quem a tem responde à "
        "[contraflor al resto]. Aceita, comparam-se as flores, e quem não tem perde. Recusada, os que desafiaram "
        "marcam como numa [contraflor al resto] recusada, e nenhuma é mostrada."
    ),
    "perros.a_punto": (
        "Se não tem [flor] (“a punto”, no ponto) e os que desafiaram têm, eles marcam 3 pontos, uma só vez, e não há "
        "[envido]. Se ninguém tem, responde-se à [falta envido]: aceita, resolve-se como sempre; recusada, os que "
        "desafiaram marcam 1 ponto. Nenhum desses cantos pode ser aumentado."
    ),
    "perros.truco": (
        "Depois, se o [chico] não acabou, responde-se ao [truco] como a qualquer outro: aceito, a mão vale 2 e quem "
        "respondeu tem o quiero; pode aumentar para [retruco]; recusado, os que desafiaram marcam 1 ponto e a mão "
        "acaba."
    ),
    "perros.no_other": "Nessa mão não há outro [envido] nem outra [flor]: ninguém a canta nem precisa cantá-la.",
    # partners
    "partners.title": "Os parceiros",
    "senas.flor": "flor, ",
    "senas.argentine": (
        "As [señas] são: 1 de espadas, 1 de paus, 7 de espadas, 7 de ouros, um 3, um 2, um ás falso (1 de copas ou "
        "de ouros), um bom [envido], {flor}nada."
    ),
    "senas.uruguayan": (
        "As [señas] são: o 2, o 4 e o 5 do naipe virado, perico (o 11), perica (o 10), uma mata (1 de espadas, 1 de "
        "paus, 7 de espadas ou 7 de ouros), flor, um bom [envido], nada."
    ),
    "senas.secret": "Só os parceiros as veem, e não precisam ser verdade.",
    "partner_cards": "Você vê as cartas dos seus parceiros, e eles as suas.",
    # the clock
    "clock.title": "Se o tempo acabar",
    "clock.prudent": (
        "Se você não joga a tempo, ou não está, o sistema faz por você o mais prudente. Para dar as cartas, não "
        "espera ninguém."
    ),
    "clock.flor.achico": "Canta a [flor] que você tem de cantar; à de um adversário responde “con flor me achico”.",
    "clock.flor.flor": "Canta a [flor] que você tem de cantar; à de um adversário responde “flor”.",
    "clock.calls": "A qualquer outro canto responde “[no quiero]”.",
    "clock.card": (
        "Na sua vez joga, aberta, a sua carta mais baixa; entre iguais, na ordem espadas, paus, ouros, copas."
    ),
}

MEANINGS: Final = {
    "chico": "um jogo até certo número de pontos",
    "chicos": "jogos até certo número de pontos",
    "mano": "o jogador seguinte a quem dá as cartas",
    "muestra": "a amostra",
    "piezas": "as peças",
    "parda": "empatada",
    "envido": "uma aposta sobre quem tem as melhores cartas de um naipe",
    "flor": "três cartas que, juntas, marcam pontos por si",
    "truco": "uma aposta sobre quem ganha a mão",
    "retruco": "o truco aumentado",
    "vale cuatro": "vale quatro",
    "quiero": "aceito",
    "no quiero": "recuso",
    "tantos": "o que as cartas contam para o envido",
    "real envido": "um envido maior",
    "falta envido": "um envido pelos pontos que faltam",
    "contraflor al resto": "uma aposta de flor contra flor pelo resto",
    "mazo": "o maço: ir para ele é abandonar a mão",
    "redonda": "uma mão dos seis",
    "redondas": "mãos dos seis",
    "pica-pica": "três duelos, um contra um",
    "perros": "os cachorros",
    "señas": "sinais com que os parceiros dizem o que têm",
}

PT: Final = Language(TEXTS, PT_LABELS, meanings=MEANINGS)
