import type { Suit } from "./deck";
import { GOLD, GOLD_DARK, PALETTES } from "./palette";

/** A suit's symbol as SVG text, centred on 0,0: coins and cups 40 units high, swords and clubs 60. */
export const SYMBOLS: Readonly<Record<Suit, string>> = { e: espada(), b: basto(), o: oro(), c: copa() };

function espada(): string {
  const { dark, accent } = PALETTES.e;
  return (
    `<g stroke="${dark}" stroke-width="1.1" stroke-linejoin="round">` +
    '<path d="M0-31-6.6-22-5 11H0Z" fill="#e6eff8"/><path d="M0-31 6.6-22 5 11H0Z" fill="#8fadcb"/>' +
    '<path d="M0-24V9" stroke-width=".7" opacity=".6"/>' +
    `<rect x="-2.8" y="14" width="5.6" height="10.5" rx="1" fill="${accent}"/>` +
    `<path d="M-2.8 17.3l5.6-1.6M-2.8 20.6l5.6-1.6M-2.8 23.6l5.6-1.6" stroke-width=".9"/>` +
    `<path d="M-11 13.5C-9 8.8-4 10.2 0 10.2S9 8.8 11 13.5C9 16 4 14.8 0 14.8S-9 16-11 13.5Z" fill="${GOLD}"/>` +
    `<circle cy="26.5" r="3.8" fill="${GOLD}"/></g>`
  );
}

function basto(): string {
  const { main, dark, light, accent } = PALETTES.b;
  return (
    `<g stroke="${dark}" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round">` +
    `<path d="M-6-9-11.5-13.5l1-4 5.5 2.5Z" fill="${main}"/><path d="M5.5-1 11-4.5l-.6-4.2-5.4 2Z" fill="${main}"/>` +
    `<path d="M-7.6-26C-9-15-5.6-6-4.8 5L-3.4 27C-3.2 31 3.2 31 3.4 27L4.8 6C5.8-5 9.6-14 8-26Z" fill="${main}"/>` +
    `<path d="M-4.4-21C-5-13-2.6-6-2 4L-1.2 22" fill="none" stroke="${light}" stroke-width="1.7"/>` +
    `<path d="M3.6-19C4.4-13 2.6-8 2.4-3M1.8 8l-.5 9" fill="none" stroke-width=".9"/>` +
    `<ellipse cx=".2" cy="-26" rx="7.8" ry="3.7" fill="#ecc88f"/><ellipse cx=".2" cy="-26" rx="3.6" ry="1.6" fill="none" stroke-width=".8"/>` +
    `<ellipse cx="-11" cy="-15.5" rx="1.5" ry="2.2" fill="#ecc88f" transform="rotate(-16-11-15.5)"/>` +
    `<ellipse cx="10.8" cy="-6.6" rx="1.5" ry="2.2" fill="#ecc88f" transform="rotate(10 10.8-6.6)"/>` +
    `<path d="M-4.2 14.5l8.3-1v3.2l-8.1 1Z" fill="${accent}" stroke-width=".8"/></g>`
  );
}

function oro(): string {
  const rays = Array.from({ length: 16 }, (_, ray) => {
    const angle = (ray * Math.PI) / 8;
    const radius = ray % 2 ? 6.4 : 12.4;
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return (
    `<g stroke="${GOLD_DARK}"><circle r="20" fill="${GOLD}" stroke-width="1.5"/>` +
    '<circle r="17.3" fill="none" stroke="#fff0b8" stroke-width="2.2" stroke-dasharray="1.8 2.5"/>' +
    `<circle r="14.6" fill="#f8d467" stroke-width="1"/>` +
    `<path d="M${rays.join("L")}Z" fill="#d2681c" stroke-width=".7" stroke-linejoin="round"/>` +
    `<circle r="5" fill="#fbe7a4" stroke-width=".9"/><circle r="1.7" fill="${GOLD_DARK}" stroke="none"/></g>`
  );
}

function copa(): string {
  const { main, dark, light } = PALETTES.c;
  return (
    `<g stroke="${dark}" stroke-width="1.1" stroke-linejoin="round">` +
    `<path d="M-11.5 20C-11.5 15-4 15.5-3 10H3C4 15.5 11.5 15 11.5 20Z" fill="${main}"/>` +
    `<path d="M-16-16C-16.5 2-9 9.5 0 9.5S16.5 2 16-16Z" fill="${main}"/>` +
    `<path d="M-12.2-9C-12-1-9.5 3-6.5 5.4" fill="none" stroke="${light}" stroke-width="2" stroke-linecap="round"/>` +
    `<path d="M-15-5.6C-9-2.6 9-2.6 15-5.6L14-1.6C8 1.2-8 1.2-14-1.6Z" fill="${GOLD}"/>` +
    `<ellipse cy="-16" rx="16" ry="4.3" fill="${GOLD}"/><ellipse cy="-15.6" rx="12.6" ry="2.5" fill="${dark}"/>` +
    `<ellipse cy="10.6" rx="5.2" ry="2.1" fill="${GOLD}"/><rect x="-12" y="18.4" width="24" height="3" rx="1.2" fill="${GOLD}"/></g>`
  );
}
