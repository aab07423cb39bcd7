/** What the Django shell tells the page (web/README.md). */
export interface Config {
  readonly gatewayUrl: string;
  readonly tokenUrl: string;
  readonly csrfToken: string;
  readonly playerId: string;
  readonly playerName: string;
  /** Whether the player is a guest, who plays for nothing. */
  readonly guest: boolean;
  readonly page: "lobby" | "table";
  readonly tableId: string | null;
  readonly historyUrl: string;
  readonly lobbyUrl: string;
  /** A table's address, with `{id}` in place of its id. */
  readonly tableUrl: string;
  /** The Spanish text of every error reason. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** The configuration in the page; throws when the shell has none. */
export function readConfig(): Config {
  const script = document.getElementById("quiero-config");
  if (!script?.textContent) throw new Error("The page has no quiero-config.");
  return JSON.parse(script.textContent) as Config;
}
