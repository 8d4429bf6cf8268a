// SPDX-License-Identifier: Apache-2.0
/** Describes a leadership or a gap as text. Pure. */

import { visible, words } from '../text.js';
import { duration, moment, timeOfDay } from '../time.js';

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;

/** [what, when, why] */
export function describe(item, now) {
  const { record } = item;
  if (item.kind === 'gap') {
    const after = item.former ? `after ${visible(item.former.node)}, epoch ${item.former.epoch}${endReason(item.former)}` : '';
    return [`${duration(record.gapMs)} without a leader`, `before ${visible(record.node)}, epoch ${record.epoch}`, after];
  }
  const until = record.to === undefined ? 'now' : moment(record.to, { now });
  return [
    `${visible(record.node)}, epoch ${record.epoch}`,
    `${moment(record.from, { now })} – ${until} (${duration(item.to - item.from)})`,
    record.to === undefined ? 'leads' : `ended${endReason(record)}`,
  ];
}

function endReason(record) {
  return record.reason === undefined ? '' : `: ${words(record.reason)}`;
}

export function tickLabel({ at, step }) {
  if (step >= DAY) {
    return new Date(at).toLocaleDateString('en', { month: 'short', day: 'numeric' });
  }
  return step >= MINUTE ? timeOfDay(at).slice(0, 5) : timeOfDay(at);
}
