// SPDX-License-Identifier: Apache-2.0
/** Durations and instants as text. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (number) => String(number).padStart(2, '0');

/** 412 ms, 3.2 s, 4 m 12 s, 2 h 05 m, 3 d 4 h */
export function duration(milliseconds) {
  if (!Number.isFinite(milliseconds)) {
    return '–';
  }
  const length = Math.max(0, milliseconds);
  if (length < SECOND) {
    return `${Math.round(length)} ms`;
  }
  if (length < 10 * SECOND) {
    return `${(Math.floor(length / 100) / 10).toFixed(1)} s`;
  }
  if (length < MINUTE) {
    return `${Math.floor(length / SECOND)} s`;
  }
  if (length < HOUR) {
    return `${Math.floor(length / MINUTE)} m ${two(Math.floor((length % MINUTE) / SECOND))} s`;
  }
  if (length < DAY) {
    return `${Math.floor(length / HOUR)} h ${two(Math.floor((length % HOUR) / MINUTE))} m`;
  }
  return `${Math.floor(length / DAY)} d ${Math.floor((length % DAY) / HOUR)} h`;
}

/** The age of something that changes by the second: no tenths, which would flicker. */
export function age(milliseconds) {
  return milliseconds < MINUTE ? `${Math.max(0, Math.floor(milliseconds / SECOND))} s` : duration(milliseconds);
}

/** Wall time of day where the reader is. */
export function timeOfDay(instant) {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? '–'
    : `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** With the day when it is not today, and milliseconds on request. */
export function moment(instant, { now = Date.now(), millis = false } = {}) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) {
    return '–';
  }
  const day = date.toDateString() === new Date(now).toDateString()
    ? ''
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `;
  const fraction = millis ? `.${String(date.getMilliseconds()).padStart(3, '0')}` : '';
  return `${day}${timeOfDay(instant)}${fraction}`;
}
