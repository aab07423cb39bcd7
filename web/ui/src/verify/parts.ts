/** Parsed JSON that is not believed: each part is asked for what it should be, and knows where it stands. */

/** Which check found what, in words that `i18n/es.verify.ts` has. */
export type Check = "record" | "seed" | "dealer" | "deals" | "chain";

/** What is wrong with a match: the check that found it, which of its faults, and what the sentence names. */
export class Wrong extends Error {
  constructor(
    readonly check: Check,
    readonly fault: string,
    readonly named: Readonly<Record<string, string | number>> = {},
  ) {
    super(`${check}: ${fault} ${JSON.stringify(named)}`);
  }
}

/** A part of parsed JSON. Everything that is read from it throws Wrong. */
export class Part {
  constructor(
    readonly value: unknown,
    private readonly place = "",
  ) {}

  at(key: string): Part {
    const place = this.place ? `${this.place}.${key}` : key;
    if (!this.has(key)) throw new Wrong("record", "missing", { place });
    return new Part((this.value as Record<string, unknown>)[key], place);
  }

  has(key: string): boolean {
    return isObject(this.value) && Object.prototype.hasOwnProperty.call(this.value, key);
  }

  list(): Part[] {
    if (!Array.isArray(this.value)) throw this.wrong();
    return this.value.map((value, number) => new Part(value, `${this.place}[${number}]`));
  }

  /** The keys of an object, each a word. */
  names(): string[] {
    if (!isObject(this.value)) throw this.wrong();
    return Object.keys(this.value).map((key) => new Part(key, `${this.place}.${key}`).word());
  }

  /** A whole number that JavaScript knows exactly. */
  number(): number {
    if (!Number.isSafeInteger(this.value)) throw this.wrong();
    return this.value as number;
  }

  below(bound: number): number {
    const number = this.number();
    if (number < 0 || number >= bound) throw this.wrong();
    return number;
  }

  flag(): boolean {
    if (typeof this.value !== "boolean") throw this.wrong();
    return this.value;
  }

  /** A text of one line: two matches must never have the same bytes. */
  text(): string {
    if (typeof this.value !== "string" || this.value.includes("\n") || /\p{Surrogate}/u.test(this.value)) throw this.wrong();
    return this.value;
  }

  /** A text without spaces. */
  word(): string {
    const text = this.text();
    if (!text || text.includes(" ")) throw this.wrong();
    return text;
  }

  /** Bytes in lower-case hex. */
  bytes(): Uint8Array<ArrayBuffer> {
    const text = this.text();
    if (!/^(?:[0-9a-f]{2})+$/.test(text)) throw this.wrong();
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }

  /** Two whole numbers. */
  pair(): [number, number] {
    const [first, second, ...more] = this.list().map((part) => part.number());
    if (first === undefined || second === undefined || more.length) throw this.wrong();
    return [first, second];
  }

  wrong(): Wrong {
    return new Wrong("record", "form", { place: this.place });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
