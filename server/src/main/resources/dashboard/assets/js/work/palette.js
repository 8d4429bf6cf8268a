// SPDX-License-Identifier: Apache-2.0
/** A colour per worker, by its place: as far from its neighbours as a circle of hues allows. */

const GOLDEN_ANGLE = 137.508;

const INKS = {
  light: { key: 'light', lightness: [46, 58, 36], empty: '#fdeeea', bad: '#b02a12', mark: '#161a22', colours: [] },
  dark: { key: 'dark', lightness: [62, 50, 72], empty: '#2e1713', bad: '#ff8f78', mark: '#ffffff', colours: [] },
};

const system = matchMedia('(prefers-color-scheme: dark)');

/** What to paint with under the theme of now; asked once for a painting, since the question is dear. */
export function inks() {
  return INKS[document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')];
}

export function colourOf(ink, place) {
  const hue = (220 + place * GOLDEN_ANGLE) % 360;
  ink.colours[place] ??= `hsl(${hue.toFixed(1)} 62% ${ink.lightness[Math.floor(place / 9) % ink.lightness.length]}%)`;
  return ink.colours[place];
}
