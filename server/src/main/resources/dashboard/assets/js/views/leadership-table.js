// SPDX-License-Identifier: Apache-2.0
/** The timeline once more, as a table: for screen readers, and for reading exact times. */

import { el, reconcile, setAttribute, setText } from '../dom.js';
import { visible, words } from '../text.js';
import { duration, moment } from '../time.js';
import { createName } from './parts.js';

const TITLES = [
  ['Epoch', ''],
  ['Leader', ''],
  ['From', 'secondary'],
  ['To', 'secondary'],
  ['Lasted', 'secondary'],
  ['Ended because', ''],
  ['Gap before', ''],
];

function createRow() {
  const epoch = el('td', { class: 'number epoch' });
  const name = createName('bdi', 'name');
  const [from, to, lasted, reason, gap] = Array.from({ length: 5 }, () => el('td'));
  lasted.className = 'number secondary';
  gap.className = 'number';
  from.className = 'secondary';
  to.className = 'secondary';
  return {
    element: el('tr', {}, epoch, el('td', {}, name.element), from, to, lasted, reason, gap),
    update({ record, now }) {
      const begun = Date.parse(record.from);
      const ended = record.to === undefined ? now : Date.parse(record.to);
      setText(epoch, String(record.epoch));
      name.update(record.node);
      setText(from, moment(record.from, { now, millis: true }));
      setText(to, record.to === undefined ? 'leads' : moment(record.to, { now, millis: true }));
      setText(lasted, duration(ended - begun));
      setText(reason, record.reason === undefined ? (record.to === undefined ? '' : 'not known') : words(record.reason));
      setText(gap, record.gapMs === undefined ? '–' : duration(record.gapMs));
      setAttribute(epoch, 'title', visible(record.incarnation ?? ''));
    },
  };
}

export function createLeadershipTable() {
  const rows = el('tbody');
  const parts = new Map();
  const table = el(
    'table',
    { class: 'leaderships' },
    el('caption', { class: 'hidden', text: 'Leaderships, newest first' }),
    el('thead', {}, el('tr', {}, ...TITLES.map(([title, className]) => el('th', { class: className, attrs: { scope: 'col' }, text: title })))),
    rows,
  );
  return {
    root: el('div', { class: 'scroller', attrs: { tabindex: 0, role: 'region', 'aria-label': 'Table of leaderships' } }, table),
    update(records, now) {
      reconcile(rows, parts, records.map((record) => ({ record, now })), ({ record }) => record.epoch, createRow);
    },
  };
}
