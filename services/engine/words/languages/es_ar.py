"""Argentine Spanish."""

from typing import Final

from services.engine.words.languages.es_labels import ES_LABELS
from services.engine.words.languages.language import Language

TEXTS: Final = {
    # fillers
    "nothing": "",
    "team.two": "jugador",
    "team.teams": "equipo",
    "teams.two": "jugadores",
    "teams.teams": "equipos",
    "manos_team.two": "el mano",
    "manos_team.teams": "el equipo del mano",
    "call.envido": "envido",
    "call.real_envido": "real envido",
    "call.falta_envido": "falta envido",
    "call.truco": "truco",
    "call.retruco": "retruco",
    "call.vale_cuatro": "vale cuatro",
    "head.canto": "Canto",
    "head.querido": "Querido",
    "head.no_querido": "No querido",
    # the match
    "match.title": "La partida",
    "match.seats.2": "Juegan dos, mano a mano.",
    "match.seats.4": "Juegan cuatro, en dos equipos de dos. Los compañeros se sientan enfrentados.",
    "match.seats.6": (
        "Juegan seis, en dos equipos de tres. Se sientan uno y uno, así que cada jugador tiene un rival a cada lado."
    ),
    "match.chico": "La partida es a un solo chico.",
    "match.chicos": (
        "Gana la partida el primer {team} que gana {chicos:chico}. Cada chico empieza 0 a 0 y reparte el que sigue."
    ),
    "match.halves": (
        "Gana el chico el primer {team} que llega a {target} puntos: los primeros {half} son las malas y los demás, "
        "las buenas."
    ),
    "match.no_halves": "Gana el chico el primer {team} que llega a {target} puntos, sin malas ni buenas.",
    "match.points": (
        "Los puntos se anotan apenas se ganan. Cuando un {team} llega, el chico termina ahí mismo, aunque la {mano} "
        "esté por la mitad, y los puntos que sobran no se anotan."
    ),
    "match.forfeit.two": "Si un jugador abandona, en el momento que sea, la partida es del otro.",
    "match.forfeit.teams": "Si un jugador abandona, en el momento que sea, la partida es del otro equipo.",
    # the cards
    "cards.title": "Las cartas",
    "cards.deck": (
        "Se juega con baraja española de 40 cartas: del 1 al 7, sota (10), caballo (11) y rey (12), de espada, "
        "basto, oro y copa."
    ),
    "cards.muestra": (
        "Después de repartir se da vuelta la carta que sigue: es la muestra. Cinco cartas de su palo son piezas y "
        "les ganan a todas las demás. De mayor a menor: el 2, el 4, el 5, el caballo (11) y la sota (10)."
    ),
    "cards.alcahuete": (
        "Si la muestra misma es una pieza, el rey (12) de su palo es el alcahuete: ocupa el lugar de esa pieza, en "
        "fuerza y en valor."
    ),
    "cards.ranking": (
        "1 de espada, 1 de basto, 7 de espada, 7 de oro, los 3, los 2, 1 de copa y 1 de oro, los reyes, los "
        "caballos, las sotas, 7 de copa y 7 de basto, los 6, los 5 y los 4"
    ),
    "cards.order": "De mayor a menor: {ranking}.",
    "cards.order.below": (
        "Las que no son piezas, sean del palo que sean, siguen el orden de siempre. De mayor a menor: {ranking}."
    ),
    "cards.equal": "Las cartas de un mismo nivel empatan.",
    # the deal
    "deal.title": "El reparto",
    "deal.cards": (
        "Se mezclan todas las cartas y se dan tres a cada uno, de a una. Recibe primero, y juega primero, el mano: "
        "el que sigue al que reparte. El que reparte es el pie y juega último."
    ),
    "deal.next": "En cada {mano} reparte el jugador que sigue.",
    # the tricks
    "tricks.title": "Las {bazas}",
    "tricks.play": (
        "La {mano} se juega a tres {bazas}. En cada una juegan una carta, por turno, todos los que siguen en la "
        "{mano}, y la gana el {team} de la carta más alta."
    ),
    "tricks.lead": "En la primera sale el mano; en las otras, el que ganó la anterior.",
    "tricks.lead.partners": "Si dos compañeros la ganaron con cartas iguales, sale el que jugó antes la suya.",
    "tricks.parda": (
        "Si las mejores cartas de los dos {teams} empatan, la {baza} es parda y en la siguiente sale el mano."
    ),
    "tricks.parda.mano_left": "Si el mano se fue al mazo, sale el primero que le sigue.",
    "tricks.won": (
        "Gana la {mano} el {team} que gana dos {bazas}. Parda la primera, define la segunda. Pardas la primera y la "
        "segunda, define la tercera. Parda la segunda o la tercera, gana el que ganó la primera. Pardas las tres, "
        "gana {manos_team}."
    ),
    "tricks.stop": "Apenas está definida, la {mano} termina: lo que falta no se juega.",
    "trick.1": "primera",
    "trick.2": "segunda",
    "trick.3": "tercera",
    "tapada.envido": "un envido",
    "tapada.envido_or_flor": "un envido o una flor",
    "tapada_from_trick": (
        "Desde la {trick} {baza} podés jugar una carta tapada, boca abajo. Pierde contra cualquier carta abierta y "
        "empata con otra tapada. Nadie más la ve, tampoco cuando termina la {mano} ni si contó para {counted}: solo "
        "al final del juego se la puede calcular con la semilla de la mezcla, que ven los jugadores."
    ),
    # calls and answers
    "cantos.title": "Los cantos",
    "cantos.wait": (
        "Mientras un canto espera respuesta, nadie juega una carta ni se va al mazo. Se contesta siempre el último: "
        "«quiero», «no quiero» o un canto que lo suba."
    ),
    "cantos.who": "Contesta cualquiera del equipo desafiado que siga en la {mano}.",
    "refusal.unanimous": (
        "Un «quiero» o una subida de cualquiera vale en el acto. El «no quiero» vale cuando lo dijeron todos los que "
        "pueden contestar: el que ya lo dijo espera a sus compañeros."
    ),
    "refusal.first": "Vale la primera respuesta, sea de quien sea.",
    "cantos.first": (
        "Un envido cantado sobre un truco lo deja en espera. Cuando el envido se resuelve, el truco se contesta de "
        "nuevo, como recién cantado."
    ),
    "cantos.first.flor": (
        "Un envido o una flor sobre un truco lo dejan en espera. Cuando se resuelven, el truco se contesta de nuevo, "
        "como recién cantado."
    ),
    # the envido
    "envido.title": "El envido",
    "envido.count": (
        "El envido es de quien tiene más tantos. Dos cartas del mismo palo valen 20 más la suma de sus números; las "
        "figuras (10, 11 y 12) suman 0. Sin dos del mismo palo, los tantos son los de la carta más alta."
    ),
    "envido.no_flor": "Se juega sin flor: con tres cartas del mismo palo cuentan las dos más altas.",
    "envido.most": "El máximo es 33, con 7 y 6 del mismo palo.",
    "envido.piezas": (
        "Las piezas valen más: el 2 vale 30; el 4, 29; el 5, 28; el caballo y la sota, 27. Con una pieza, los tantos "
        "son los suyos más los de la mejor de las otras dos cartas: 37 como máximo."
    ),
    "envido.open": (
        "Se canta en la primera {baza} y se abre una sola vez por {mano}: con envido, con real envido o con falta "
        "envido. Si ya se quiso un truco, o se lo subió, no hay más envido."
    ),
    "envido_by.turn": "Lo abre el que tiene el turno, antes de jugar su carta.",
    "envido_by.anyone": (
        "Lo abre cualquiera que siga en la {mano} y no haya jugado su carta, aunque no sea su turno, siempre que no "
        "haya un canto sin contestar."
    ),
    "envido_over_truco.before_own_card": (
        "El envido está primero: si te cantan truco y todavía no jugaste tu carta, podés contestar con un envido."
    ),
    "envido_over_truco.before_any_card": (
        "El envido está primero: si te cantan truco y todavía nadie jugó una carta, podés contestar con un envido."
    ),
    "envido.raise.two": "El que tiene que contestar puede subir, aunque ya haya jugado su carta.",
    "envido.raise.teams": "Puede subir cualquiera del equipo que contesta, también el que ya jugó su carta.",
    "envido_chain.ordered": (
        "Se sube en este orden: hasta dos envidos, un real envido y una falta envido. Se puede saltear, pero no "
        "volver atrás."
    ),
    "envido_chain.free": (
        "Se sube hasta dos veces, cada una con envido, real envido o falta envido, en cualquier orden y aunque se "
        "repitan. Sobre una falta envido no se sube más."
    ),
    "envido.worth": (
        "Querido, vale la suma de lo que se cantó; si hubo falta envido, vale solo la falta. No querido, el {team} "
        "que cantó último suma lo cantado antes, o 1 punto si fue el primer canto."
    ),
    "envido.the_falta": "la falta",
    "falta.leader": (
        "La falta envido vale lo que le falta al que va ganando, cuando se resuelve, para llegar a {target}."
    ),
    "falta.rival": "La falta envido vale lo que le falta al que la pierde, cuando se resuelve, para llegar a {target}.",
    "falta.malas": (
        "Si el que va ganando está en las malas (tiene menos de {half}), quien gana la falta envido gana el chico. "
        "Si ya está en las buenas, vale lo que le falta, cuando se resuelve, para llegar a {target}."
    ),
    "envido.settled.two": (
        "Los tantos los canta el sistema. El mano dice los suyos; el otro, si los supera, dice los suyos, y si no, "
        "«son buenas». En empate gana el mano. Los puntos se anotan en el acto, antes de seguir con el truco. Los "
        "tantos que no se dijeron no se saben."
    ),
    "envido.settled.teams": (
        "Los tantos los canta el sistema, desde el mano y por turno, entre los que siguen en la {mano}. El que "
        "supera lo mejor que se dijo dice los suyos. El que no lo supera dice «son buenas» si lo mejor es del rival, "
        "y se calla si es de su equipo. En empate gana el más cercano al mano. Los puntos se anotan en el acto, "
        "antes de seguir con el truco. Los tantos que no se dijeron no se saben."
    ),
    "envido.shown": (
        "Cuando la {mano} termina se muestran las cartas que le contaron al que ganó un envido querido, menos las "
        "que jugó, abiertas o tapadas. Si varias cuentan igual, se toman primero las jugadas, después la más baja y "
        "después por palo: espada, basto, oro, copa."
    ),
    # the flor
    "flor.title": "La flor",
    "flor.have.plain": "Tener flor es tener las tres cartas del mismo palo.",
    "flor.have.muestra": (
        "Tener flor es tener las tres cartas del mismo palo, o dos piezas o más, o una pieza y las otras dos cartas "
        "del mismo palo."
    ),
    "flor.value.plain": "Vale 20 más la suma de las tres cartas, contadas como en el envido.",
    "flor.value.muestra": (
        "Sin piezas vale 20 más la suma de las tres cartas, contadas como en el envido. Con piezas vale la más alta, "
        "entera, más la última cifra de cada una de las otras (9, 8 o 7), más las demás cartas: 47 como máximo."
    ),
    "flor_announce.manual": (
        "Cantarla es obligatorio. Si tenés flor, en cuanto te toca jugar, o contestar un envido o un truco, lo único "
        "que podés hacer es cantarla: antes no jugás, no te vas al mazo y no abrís ni contestás otra cosa."
    ),
    "flor_announce.auto": (
        "El sistema canta tu flor apenas te toca jugar o contestar; si hay varias, la del más cercano al mano. La "
        "flor de un rival la contestás vos."
    ),
    "flor.out_of_turn": "También se puede cantar fuera de turno, si no hay un canto sin contestar.",
    "flor.holder_answers": (
        "Si en el equipo que tiene que contestar un envido o un truco hay una flor sin cantar, contesta solo quien "
        "la tiene, y con la flor."
    ),
    "flor_timing.at_once": (
        "Si canta envido un compañero de quien tiene flor y el otro equipo no tiene ninguna, la flor se canta antes "
        "de que nadie conteste: un envido nunca se resuelve sobre una flor escondida."
    ),
    "flor_timing.on_turn": (
        "Si canta envido un compañero de quien tiene flor, la flor se canta cuando le toca jugar o contestar. Si el "
        "envido ya se resolvió, querido o no, se deshace y los puntos se devuelven, salvo que hayan terminado el "
        "chico."
    ),
    "flor.unsung": "Una flor que no se cantó antes de que termine la {mano} no suma.",
    "flor.sung": (
        "Cantada una flor, el envido que esperaba respuesta se anula sin puntos, no hay más envido en esa {mano}, y "
        "el truco que esperaba respuesta sigue esperando."
    ),
    "flor.alone": "Si el otro {team} no tiene flor, la flor suma 3 puntos en el acto.",
    "flor_count.each": "Cada flor más del mismo equipo, cantada en su turno, suma otros 3.",
    "flor_count.one": (
        "De cada equipo cuenta una sola flor: cantada la primera, sus compañeros no tienen que cantar la suya, ni "
        "pueden."
    ),
    "flor.answer.two": "Si el otro también tiene flor, tiene que contestarla, de una de estas maneras.",
    "flor.answer.teams": (
        "Si en el otro equipo también hay flor, tiene que contestar, y contestan solo los que la tienen, de una de "
        "estas maneras."
    ),
    "flor_replies.con_flor_me_achico": (
        "«Con flor me achico»: no se comparan, y el {team} que cantó primero suma {points:punto}."
    ),
    "flor.achico_is_refusal": (
        "Es como un «no quiero»: si en el equipo hay más de una flor, lo tienen que decir todos los que la tienen."
    ),
    "flor_replies.flor": "«Flor»: las flores se comparan y la mejor suma {points:punto}.",
    "flor_replies.contraflor": (
        "«Contraflor»: querida, la mejor flor suma 6 puntos; no querida, el {team} que la cantó suma {points:punto}."
    ),
    "flor_replies.con_flor_envido": (
        "«Con flor envido»: querido, la mejor flor suma 5 puntos; no querido, el {team} que lo cantó suma 3. No se "
        "puede subir."
    ),
    "flor_replies.contraflor_al_resto": "«Contraflor al resto»: querida, la mejor flor se lleva el resto.",
    "resto.falta": "El resto vale lo que valdría una falta envido.",
    "resto.chico": "El que se lleva el resto gana el chico.",
    "resto.rival": "El resto es lo que le falta al que pierde para llegar a {target}.",
    "resto_refused": "Si no se quiere la contraflor al resto, el {team} que la cantó suma {points:punto}.",
    "flor.contraflor_raised": (
        "Una contraflor también se puede subir a contraflor al resto; si entonces no se la quiere, suma 6 puntos."
    ),
    "flor.better": (
        "La mejor flor es la más alta de todos los que siguen en la {mano}, cantada o no; en empate, la del más "
        "cercano al mano. Resuelta la flor, nadie canta ni anota otra."
    ),
    "flor.shown": (
        "Cuando la {mano} termina se muestran las flores que sumaron, menos las cartas ya jugadas: la que se cantó "
        "sin rival o frente a un «me achico», la mejor si se compararon, y si no se quiso un canto, la de quien lo "
        "cantó."
    ),
    # the truco
    "truco.title": "El truco",
    "truco.worth": (
        "El {team} que gana la {mano} suma lo que vale: 1 punto si no se cantó truco, y más si se quiso. El truco "
        "sube a retruco, y el retruco a vale cuatro."
    ),
    "truco_by.turn": "Lo canta, o lo sube, el que tiene el turno, antes de jugar su carta.",
    "truco_by.anyone": (
        "Lo canta, o lo sube, cualquiera que siga en la {mano} y pueda hacerlo, aunque no sea su turno, siempre que "
        "no haya un canto sin contestar."
    ),
    "truco.raise": (
        "El primer truco lo puede cantar cualquiera de los dos {teams}. Después sube solo el que quiso el último "
        "canto, que «tiene el quiero»: en el acto, porque «quiero retruco» acepta y sube a la vez, o más adelante, "
        "en cualquier {baza}."
    ),
    "truco.refused": "Si no se quiere, la {mano} termina y suma el {team} que cantó.",
    "truco.none": "sin cantar",
    "truco.dash": "–",
    # the mazo
    "mazo.title": "Irse al mazo",
    "mazo.who": "Puede irse al mazo el que tiene el turno, si no hay un canto sin contestar.",
    "mazo.two": "La {mano} termina y el otro suma lo que valía en ese momento: 1, 2, 3 o 4 puntos.",
    "mazo.team": (
        "Con él se va todo su equipo: la {mano} termina y el otro equipo suma lo que valía en ese momento: 1, 2, 3 o "
        "4 puntos."
    ),
    "mazo.individual": (
        "Se va solo él y sus compañeros siguen. El que se fue ya no juega, no canta, no contesta ni cuenta para el "
        "envido; las {bazas} ganadas quedan. Cuando se fue el último de un equipo, la {mano} termina y el otro suma "
        "lo que valía en ese momento: 1, 2, 3 o 4 puntos."
    ),
    "unsaid.envido": "nadie cantó envido",
    "unsaid.envido_nor_flor": "nadie cantó envido ni flor",
    "mazo_bonus.before_team_card": (
        "Suma 1 punto más si es la primera {baza}, el {team} que se va no jugó ninguna carta y todavía se podía "
        "cantar envido: {unsaid}, ni se quiso o se subió un truco."
    ),
    "mazo_bonus.first_trick": "Suma 1 punto más si no terminó la primera {baza} y {unsaid}.",
    "mazo_bonus.envido_unplayed": "Suma 1 punto más si en esa {mano} {unsaid}, en la {baza} que sea.",
    "mazo.perros": "Echar los perros cuenta como haber cantado envido.",
    # pica-pica
    "pica_pica.title": "El pica-pica",
    "pica.rounds": (
        "El chico empieza con una redonda, una {mano} de los seis. Después se alternan una vuelta de pica-pica, que "
        "son tres duelos de uno contra uno, y una redonda."
    ),
    "pica_from": "No hay pica-pica hasta que un equipo tiene {points:punto}: hasta ahí son todas redondas.",
    "pica_until.last_five": (
        "Cuando un equipo llega a {last}, a cinco del final, no hay más pica-pica: desde ahí son todas redondas."
    ),
    "pica_until.buenas": (
        "Cuando un equipo llega a {half}, la mitad del chico, no hay más pica-pica: desde ahí son todas redondas."
    ),
    "pica.duels": (
        "Cada duelo se juega con las cartas mezcladas y repartidas de nuevo, solo entre dos: primero el mano contra "
        "el de enfrente, después el que le sigue al mano contra el suyo, y después el otro. El que se nombró primero "
        "es mano del duelo. Nadie más canta ni contesta, y los puntos son de su equipo."
    ),
    "pica.dealer": (
        "Los tres duelos los reparte el mismo; después de cada redonda y de cada pica-pica reparte el que sigue."
    ),
    "pica_falta.forbidden": "En los duelos no hay falta envido.",
    "pica_falta.most": "En los duelos la falta envido vale como máximo {points:punto}.",
    "pica_resto.forbidden": "En los duelos no hay contraflor al resto.",
    "pica_resto.most": "En los duelos la contraflor al resto vale como máximo {points:punto}.",
    # echar los perros
    "perros.title": "Echar los perros",
    "perros.say": (
        "Antes de cada reparto, menos el primero del chico, cualquiera de los que van a jugar puede echar los "
        "perros: desafía al otro {team} a contraflor al resto, falta envido y truco, todo junto. Se puede una sola "
        "vez entre los dos {teams}, hasta que se reparte."
    ),
    "perros.en_ley": (
        "Con las cartas en la mano contesta el otro {team}. Si tiene flor («en ley»), contesta la contraflor al "
        "resto quien la tiene. Querida, se comparan las flores, y el que no tiene pierde. No querida, los que "
        "desafiaron suman lo de una contraflor al resto no querida, y no se muestra ninguna flor."
    ),
    "perros.a_punto": (
        "Si no tiene flor («a punto») y los que desafiaron sí, estos suman 3 puntos, una sola vez, y no hay envido. "
        "Si tampoco ellos tienen, contesta la falta envido: querida, se juega como cualquiera; no querida, los que "
        "desafiaron suman 1 punto. Ni la contraflor ni la falta se pueden subir."
    ),
    "perros.truco": (
        "Después, si el chico no terminó, contesta el truco como cualquier truco: querido, la {mano} vale 2 y el que "
        "contestó tiene el quiero; lo puede subir a retruco; no querido, los que desafiaron suman 1 punto y la "
        "{mano} termina."
    ),
    "perros.no_other": "En esa {mano} no hay otro envido ni otra flor: las flores no se cantan ni hay que cantarlas.",
    # partners
    "partners.title": "Los compañeros",
    "senas.flor": "flor, ",
    "senas.argentine": (
        "Las señas son: ancho de espada, ancho de basto, siete de espada, siete de oro, un tres, un dos, ancho "
        "falso, buen envido, {flor}nada."
    ),
    "senas.uruguayan": (
        "Las señas son: el dos, el cuatro y el cinco de la muestra, perico (el caballo), perica (la sota), una mata "
        "(el 1 de espada, el 1 de basto, el 7 de espada o el 7 de oro), flor, buen envido, nada."
    ),
    "senas.secret": "Las ven solo los compañeros, y no hace falta que sean verdad.",
    "partner_cards": "Ves las cartas de tus compañeros, y ellos las tuyas.",
    # the clock
    "clock.title": "Si se acaba el tiempo",
    "clock.prudent": (
        "Si no jugás a tiempo, o no estás, el sistema hace por vos lo más prudente. Para repartir no espera a nadie."
    ),
    "clock.flor.achico": "La flor que tenés que cantar la canta; a la de un rival contesta «con flor me achico».",
    "clock.flor.flor": "La flor que tenés que cantar la canta; a la de un rival contesta «flor».",
    "clock.calls": "A cualquier otro canto contesta «no quiero».",
    "clock.card": (
        "En tu turno juega, abierta, tu carta más baja; si hay dos iguales, en el orden espada, basto, oro, copa."
    ),
}

NOUNS: Final = {"baza": "baza", "bazas": "bazas", "mano": "mano"}

ES_AR: Final = Language(TEXTS, ES_LABELS, NOUNS)
