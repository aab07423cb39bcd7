/** The words of the lobby in Spanish. */

const credits = (count: number): string => (count === 1 ? "1 crédito" : `${count} créditos`);

export const duration = (seconds: number): string => {
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ""}`;
};

export const lobby = {
  greeting: (name: string): string => `¡Hola, ${name}!`,
  seated: "Tenés una partida en curso.",
  waiting: "Tu mesa está esperando jugadores.",
  return: "Volver a la mesa",
  play: "Jugar ya",
  playHint: (target: string): string => `Con quien busque, ${target}`,
  quick: "Contra bots",
  quickHint: "Al instante",
  players: "Jugadores",
  playersOf: { 2: "Mano a mano", 4: "En parejas", 6: "Tres contra tres" } as Readonly<Record<number, string>>,
  target: "A cuántos",
  open: "Crear mesa",
  openHint: "Con amigos o con quien llegue",
  tables: "Mesas abiertas",
  none: "No hay mesas esperando gente. ¡Creá una!",
  noneLikeThat: "No hay ninguna mesa así esperando gente.",
  loading: "Buscando mesas…",
  join: "Sentarme",
  look: "Ver",
  freeSeats: (count: number): string => (count === 0 ? "completa" : count === 1 ? "falta 1" : `faltan ${count}`),
  to: (target: number): string => `a ${target}`,
  tableOf: (name: string): string => `Mesa de ${name}`,
  credits,
  stake: "Créditos por cabeza",
  noStake: "Sin",
  stakeIs: (stake: number): string => (stake === 0 ? "sin créditos" : `por ${credits(stake)}`),
  noStakeForGuests: "Los invitados juegan sin apostar: para jugar por créditos hace falta una cuenta.",
  filters: "Filtrar las mesas",
  anyPreset: "Todas",
  anySeats: "Todos",
  anyStake: "Con o sin",
  someStake: "Por créditos",
  noneStake: "Sin créditos",
  credit: "Créditos",
  free: "Con lugar",
  locked: "con contraseña",
  code: "Entrar con un código",
  codeLabel: "Código de la mesa",
  codeFind: "Entrar",
  found: "Mesa privada",
  password: "Contraseña",
  passwordFor: (name: string): string => `La mesa de ${name} pide contraseña.`,
  cancel: "Cancelar",
};

/** Looking for a match with others. */
export const seek = {
  options: "Opciones de la búsqueda",
  hint: (rules: string): string => `Se juega con las reglas de la casa: ${rules}.`,
  ranked: "Que puntúe para el ranking",
  rankedGuests: "Las partidas de invitados no puntúan.",
  bots: "Si a los 20 s falta gente, completar con bots",
  botsStake: "Por créditos no juegan bots.",
  party: "Juego con amigos en mi equipo",
  alone: "No, solo",
  partyOf: (size: number): string => `Somos ${size}`,
  partyHint: "Pasales el enlace: la búsqueda empieza cuando están todos.",
  invited: "Te invitaron a jugar en equipo",
  accept: "Buscar con mi grupo",
  refuse: "No, gracias",
  gathering: "Esperando a tu grupo…",
  waiting: "Buscando rivales…",
  present: (present: number, size: number): string => `Están ${present} de ${size}`,
  since: (seconds: number): string => `Hace ${duration(seconds)}`,
  expected: (seconds: number): string => `suele tardar ${duration(seconds)}`,
  others: (count: number): string => (count <= 1 ? "nadie más espera" : count === 2 ? "espera 1 más" : `esperan ${count - 1} más`),
  cancel: "Dejar de buscar",
  ended: "La búsqueda terminó sin mesa.",
};

/** What a new table is like besides its rules. */
export const newTable = {
  options: "Opciones de la mesa",
  turn: "Tiempo por jugada",
  bank: "Tiempo extra por partida",
  usual: "El de las reglas",
  none: "Nada",
  duration,
  secret: "Privada: solo con el código o el enlace",
  password: "Contraseña (si querés)",
  noSpectators: "Sin mirones",
  manual: "La empiezo yo, aunque esté completa",
  bots: "Bots desde el principio",
  noBots: "Ninguno: esperar gente",
  botCount: (count: number): string => (count === 1 ? "1 bot" : `${count} bots`),
};
