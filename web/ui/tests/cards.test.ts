import { describe, expect, it } from "vitest";

import { DECK, parseCard } from "../src/cards/deck";
import { backSvg, faceSvg } from "../src/cards/face";
import { pips } from "../src/cards/pips";

describe("the deck", () => {
  it("has forty cards, each with a face of its own", () => {
    const faces = new Set([...DECK.map(faceSvg), backSvg()]);
    expect(DECK).toHaveLength(40);
    expect(faces.size).toBe(41);
  });

  it("shows as many symbols as the rank says", () => {
    for (const card of DECK) {
      const { rank, suit } = parseCard(card);
      if (rank < 10) expect(pips(rank as 1, suit)).toHaveLength(rank);
    }
  });

  it("keeps every symbol on the card", () => {
    for (const card of DECK) {
      const { rank, suit } = parseCard(card);
      const half = suit === "o" || suit === "c" ? 20 : 30;
      const outside = rank < 10 ? pips(rank as 1, suit).filter(({ x, y, scale }) => y - half * scale < 6 || y + half * scale > 150 || x < 12 || x > 88) : [];
      expect(outside, card).toEqual([]);
    }
  });

  it.each(["8e", "1x", "", "13o", "e1"])("refuses %j", (text) => {
    expect(() => parseCard(text)).toThrow(`Not a card: ${text}`);
  });
});
