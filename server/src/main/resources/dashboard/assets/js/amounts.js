// SPDX-License-Identifier: Apache-2.0
/** Numbers, bytes and rates as people read them; what is not known is a dash. */

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1024;
const UNKNOWN = '–';

const known = (value) => typeof value === 'number' && Number.isFinite(value);
/** With a digit behind the point only where it says something. */
const brief = (value) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

export function count(value) {
  return known(value) ? value.toLocaleString('en') : UNKNOWN;
}

/** 512 B, 1.5 KiB, 20 GiB */
export function bytes(value) {
  if (!known(value)) {
    return UNKNOWN;
  }
  let shown = value;
  let unit = 0;
  while (shown >= STEP && unit < UNITS.length - 1) {
    shown /= STEP;
    unit += 1;
  }
  return `${brief(unit === 0 ? Math.round(shown) : shown)} ${UNITS[unit]}`;
}

export function bytesPerSecond(value) {
  return known(value) ? `${bytes(value)}/s` : UNKNOWN;
}

export function perSecond(value) {
  return known(value) ? `${brief(value)}/s` : UNKNOWN;
}
