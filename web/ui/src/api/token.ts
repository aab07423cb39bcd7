/** Where the page gets its short-lived token: the portal, by the session's cookie. */

import type { Clock } from "./clock";

interface TokenAnswer {
  readonly token: string;
  /** Unix seconds. */
  readonly expires_at: number;
}

const EARLY_MS = 60_000;

export class SessionEnded extends Error {}

export class TokenSource {
  private answer: TokenAnswer | undefined;
  private asking: Promise<TokenAnswer> | undefined;

  constructor(
    private readonly url: string,
    private readonly csrfToken: string,
    private readonly clock: Clock,
  ) {}

  /** A token with at least a minute to live; throws SessionEnded when the portal knows the session no more. */
  async get(): Promise<string> {
    if (this.answer && this.answer.expires_at * 1000 - EARLY_MS > this.clock.now()) return this.answer.token;
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    this.answer = await this.asking;
    return this.answer.token;
  }

  /** Forgets the token that the gateway refused. */
  drop(): void {
    this.answer = undefined;
  }

  private async ask(): Promise<TokenAnswer> {
    const response = await fetch(this.url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "X-CSRFToken": this.csrfToken, Accept: "application/json" },
    });
    if (response.status === 401 || response.status === 403) throw new SessionEnded();
    if (!response.ok) throw new TypeError(`The portal answered ${response.status}.`);
    const date = Date.parse(response.headers.get("Date") ?? "");
    if (!Number.isNaN(date)) this.clock.sample(date);
    return (await response.json()) as TokenAnswer;
  }
}
