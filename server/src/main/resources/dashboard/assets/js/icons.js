// SPDX-License-Identifier: Apache-2.0
/** Small shapes. A state is never told by colour alone: each has its own shape, and words beside it. */

import { svg } from './dom.js';

const SHAPES = {
  disc: 'M8 3.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6z',
  ring: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  triangle: 'M8 2.6 14 13H2z',
  cross: 'M4.6 3.2 8 6.6l3.4-3.4 1.4 1.4L9.4 8l3.4 3.4-1.4 1.4L8 9.4l-3.4 3.4-1.4-1.4L6.6 8 3.2 4.6z',
  half: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3zm0 2v6a3 3 0 0 0 0-6z',
  crown: 'M2.5 12.5 2 5l3.4 2.6L8 3.2l2.6 4.4L14 5l-.5 7.5z',
  arrow: 'M8.8 3.4 13.4 8l-4.6 4.6-1.3-1.3 2.3-2.4H2.6V7.1h7.2L7.5 4.7z',
  square: 'M3.6 3.6h8.8v8.8H3.6z',
  diamond: 'M8 2.2 13.8 8 8 13.8 2.2 8z',
  loop: 'M8 3a5 5 0 0 1 4.6 3H14l-2.5 3L9 6h1.5a3.1 3.1 0 1 0 .3 3.6h2A5 5 0 1 1 8 3z',
  sun: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM7.3 1.5h1.4v2H7.3zm0 11h1.4v2H7.3zm5.2-5.2h2v1.4h-2zm-11 0h2v1.4h-2zm9.9-3.9 1 1-1.4 1.4-1-1zm-7.8 7.8 1 1-1.4 1.4-1-1zm8.8 1.4-1 1-1.4-1.4 1-1zM4.6 4.8l-1 1-1.4-1.4 1-1z',
  moon: 'M9.8 2.2a6 6 0 1 0 4 8A4.9 4.9 0 0 1 9.8 2.2z',
};

export function icon(shape, tone = '') {
  return svg(
    'svg',
    { class: `glyph ${tone}`, attrs: { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true', focusable: 'false' } },
    svg('path', { attrs: { d: SHAPES[shape] } }),
  );
}

/** Changes the shape in place. */
export function reshape(glyph, shape, tone = '') {
  glyph.setAttribute('class', `glyph ${tone}`);
  glyph.firstChild.setAttribute('d', SHAPES[shape]);
}

const OF_NODE = {
  up: ['disc', 'good'],
  suspect: ['triangle', 'warn'],
  unreachable: ['cross', 'bad'],
  leaving: ['half', 'warn'],
};
const OF_CANDIDATE = {
  LEADING: ['crown', 'good'],
  STANDBY: ['ring', ''],
  TAKING_OVER: ['arrow', 'accent'],
  STEPPING_DOWN: ['half', 'warn'],
  CLOSED: ['cross', 'muted'],
};
const OF_DUTY = {
  RUNNING: ['disc', 'good'],
  IDLE: ['ring', ''],
  STARTING: ['arrow', 'accent'],
  STOPPING: ['half', 'warn'],
  CLEANING_UP: ['half', 'warn'],
  BACKING_OFF: ['triangle', 'warn'],
  STUCK: ['cross', 'bad'],
};
const OF_EVENT = {
  became_leader: ['crown', 'good'],
  lost_leadership: ['half', 'warn'],
  leader_down: ['cross', 'bad'],
  leader_changed: ['arrow', 'accent'],
  duty_started: ['disc', 'good'],
  duty_stopped: ['square', 'muted'],
  duty_restarted: ['loop', 'warn'],
  duty_failed: ['cross', 'bad'],
  alarm: ['triangle', 'bad'],
  node_joined: ['disc', 'accent'],
  node_left: ['ring', 'warn'],
  operation: ['diamond', 'accent'],
};
const UNKNOWN = ['ring', 'muted'];

const lookUp = (table) => (key) => (Object.hasOwn(table, key) ? table[key] : UNKNOWN);
export const nodeShape = lookUp(OF_NODE);
export const candidateShape = lookUp(OF_CANDIDATE);
export const dutyShape = lookUp(OF_DUTY);

/** Good news, and what was planned, look calmer than the rest of their kind. */
const CALMER = { 'alarm REACHABLE': ['disc', 'good'], 'leader_down RELEASED': ['half', 'warn'] };
const shapeOfEvent = lookUp(OF_EVENT);

export function eventShape({ type, reason }) {
  const both = `${type} ${reason}`;
  return Object.hasOwn(CALMER, both) ? CALMER[both] : shapeOfEvent(type);
}
