/** What the verification of a match says, in Spanish. */

type Named = Readonly<Record<string, string | number>>;
type Sentence = (named: Named) => string;

const short = (hash: string | number | undefined): string => `${String(hash).slice(0, 16)}…`;

export const verify = {
  holds: "bien",
  fails: "mal",
  skipped: "sin revisar",
  running: "Verificando…",
  allHold: "Todo coincide: las cartas estaban fijadas antes de empezar y nadie tocó el registro.",
  failed: "Este registro no coincide con lo que se selló. Guardalo y avisanos.",
  away: "No se pudo bajar el registro. Probá de nuevo.",
  noCrypto: "Este navegador no deja calcular hashes en esta página (hace falta HTTPS). Bajá el registro y usá make verify.",
  checks: { record: "Registro", seed: "Semilla", dealer: "Primer reparto", deals: "Cartas", chain: "Sello", rules: "Reglas" },
  held: {
    seed: ({ found }) => `Su SHA-256 es el compromiso que mostró la mesa: ${short(found)}`,
    dealer: ({ seat }) => `La semilla sortea el asiento ${Number(seat) + 1}, que es el que repartió primero.`,
    deals: ({ count }) => (count === 1 ? "La única mano salió del mazo que mezcla la semilla." : `Las ${count} manos salieron de los mazos que mezcla la semilla.`),
    chain: ({ count, found }) => `Los ${count} registros, cada uno con el hash del anterior, llevan al sello ${short(found)}`,
  } as Readonly<Record<string, Sentence>>,
  rules: {
    ok: "El servidor repasó cada jugada con el motor de reglas: todas valen y dan este resultado.",
    wrong: "El servidor repasó las jugadas con el motor de reglas, y no dan este resultado.",
    unknown: "El motor de reglas no contestó. Para repasar las jugadas por tu cuenta: make verify.",
  } as Readonly<Record<string, string>>,
  wrong: {
    "record missing": ({ place }) => `Falta ${place}.`,
    "record form": ({ place }) => `${place || "El archivo"} no tiene la forma que corresponde.`,
    "record seats": () => "Los jugadores y sus semillas no son uno por asiento.",
    "record hands": () => "Un reparto no tiene una mano por asiento, ni dos.",
    "record cards": () => "Una mano no son tres cartas.",
    "record times": () => "No hay una hora por jugada.",
    "seed commitment": ({ found, written }) => `El SHA-256 de la semilla es ${short(found)}, pero la mesa se comprometió a ${short(written)}`,
    "seed noted": ({ found, noted }) => `El SHA-256 de la semilla es ${short(found)}, y vos anotaste ${short(noted)}`,
    "dealer drawn": ({ drawn, written }) => `Repartió primero el asiento ${Number(written) + 1}, pero la semilla sortea el ${Number(drawn) + 1}.`,
    "deals seats": ({ deal }) => `La mano ${deal} no se repartió a quienes correspondía.`,
    "deals hand": ({ deal, seat, given, written }) =>
      `En la mano ${deal} el asiento ${Number(seat) + 1} figura con ${written}, pero el mazo le da ${given}.`,
    "deals muestra": ({ deal, given, written }) => `La muestra de la mano ${deal} figura como ${written}, pero el mazo da vuelta ${given}.`,
    "deals count": ({ dealt, written }) => `La mesa repartió ${dealt} veces, pero el registro trae ${written} repartos.`,
    "chain match": ({ written, sealed }) => `El registro dice ser ${written}, pero se selló ${sealed}.`,
    "chain finished": () => "La hora del final no es la de la última jugada.",
    "chain sealed": ({ found, written }) =>
      `Los registros llevan a ${short(found)}, pero se sellaron como ${short(written)}: alguna jugada, asiento, hora, regla o jugador no es lo que era.`,
    "chain noted": ({ found, noted }) => `Los registros llevan a ${short(found)}, y vos anotaste ${short(noted)}`,
    "chain place": ({ action }) => `Hay un registro fuera de lugar, antes de la jugada ${action}.`,
  } as Readonly<Record<string, Sentence>>,
};
