/** The fair shuffle, byte by byte as services/common/fairness/README.md has it, on the browser's own cryptography. */

/** The order that every shuffle starts from. */
export const CARDS: readonly string[] = ["e", "b", "o", "c"].flatMap((suit) =>
  [1, 2, 3, 4, 5, 6, 7, 10, 11, 12].map((rank) => `${rank}${suit}`),
);

const WORDS = 2 ** 32;
const FIRST_DEALER = 0;
const encoder = new TextEncoder();

export function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 over a text's UTF-8, or over bytes, in lower-case hex. */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", typeof data === "string" ? encoder.encode(data) : data));
}

/** The number streams of one match. */
export class Shuffle {
  private constructor(
    private readonly key: CryptoKey,
    private readonly clientSeeds: readonly string[],
  ) {}

  static async of(serverSeed: Uint8Array<ArrayBuffer>, clientSeeds: readonly string[]): Promise<Shuffle> {
    const key = await crypto.subtle.importKey("raw", serverSeed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Shuffle(key, clientSeeds);
  }

  /** Draws who deals first. */
  async firstDealer(): Promise<number> {
    return this.draws(FIRST_DEALER).below(this.clientSeeds.length);
  }

  /** Shuffles deck `number`, from 1; card 0 is the top. */
  async deck(number: number): Promise<string[]> {
    const draws = this.draws(number);
    const cards = [...CARDS];
    for (let last = cards.length - 1; last > 0; last--) {
      const drawn = await draws.below(last + 1);
      [cards[last], cards[drawn]] = [cards[drawn]!, cards[last]!];
    }
    return cards;
  }

  private draws(stream: number): Draws {
    return new Draws(this.key, [stream, ...this.clientSeeds].join("|"));
  }
}

/** Uniform numbers from HMAC-SHA-256 in counter mode, four bytes each, big-endian. */
class Draws {
  private block = 0;
  private words: number[] = [];

  constructor(
    private readonly key: CryptoKey,
    private readonly message: string,
  ) {}

  /** A number from 0 to bound - 1, each as likely: a word past the last whole multiple of bound is dropped. */
  async below(bound: number): Promise<number> {
    const limit = WORDS - (WORDS % bound);
    for (;;) {
      const word = this.words.shift() ?? (await this.more());
      if (word < limit) return word % bound;
    }
  }

  private async more(): Promise<number> {
    const mac = await crypto.subtle.sign("HMAC", this.key, encoder.encode(`${this.message}|${this.block++}`));
    const view = new DataView(mac);
    const [first, ...rest] = Array.from({ length: mac.byteLength / 4 }, (_, place) => view.getUint32(4 * place));
    this.words = rest;
    return first!;
  }
}
