/** The server's time on the viewer's device, whose own clock may be wrong. */
export class Clock {
  private offset: number | undefined;

  constructor(private readonly local: () => number = Date.now) {}

  /** Takes a time at which something left the server, in Unix milliseconds. */
  sample(serverMs: number): void {
    // Every sample is late by its way here, an old record by much more: the greatest is the nearest to the truth.
    this.offset = Math.max(serverMs - this.local(), this.offset ?? -Infinity);
  }

  /** The server's time now, in Unix milliseconds; the device's until the first sample. */
  now(): number {
    return this.local() + (this.offset ?? 0);
  }
}
