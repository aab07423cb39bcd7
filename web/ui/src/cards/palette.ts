import type { Suit } from "./deck";

/** The colours of one suit's cards. */
export interface Palette {
  readonly main: string;
  readonly dark: string;
  readonly light: string;
  readonly accent: string;
  readonly horse: string;
}

export const PAPER = "#fdf8ea";
export const INK = "#2b1d12";
export const GOLD = "#f0b93a";
export const GOLD_DARK = "#9a6510";
export const SKIN = "#f0c9a0";

export const PALETTES: Readonly<Record<Suit, Palette>> = {
  e: { main: "#2c63a6", dark: "#163a6b", light: "#a9c8ea", accent: "#d9432f", horse: "#8f9db0" },
  b: { main: "#3a7d3c", dark: "#1d4d22", light: "#b5d69a", accent: "#d9432f", horse: "#a5673a" },
  o: { main: "#d6921b", dark: "#87520a", light: "#fadf8e", accent: "#2c63a6", horse: "#7a4a2a" },
  c: { main: "#bf3026", dark: "#7d1712", light: "#f3b3a0", accent: "#2c63a6", horse: "#efe6d6" },
};
