// SPDX-License-Identifier: Apache-2.0
/** The live event stream, newest first; it can be held still to read it. */

import { el, setAttribute, setText } from '../dom.js';
import { eventShape, icon, reshape } from '../icons.js';
import { electionLink } from '../router.js';
import { searchEvents } from '../search.js';
import { remembering } from '../state.js';
import { atLength, plural, visible, words } from '../text.js';
import { duration, moment, timeOfDay } from '../time.js';
import { createWindowedList } from '../windowed.js';
import { createName, emptinessOf } from './parts.js';

const COLUMNS = [
  { title: 'Time', class: 'time' },
  { title: 'Event', class: 'grow' },
];

/** What happened, without its place: `lost leadership · epoch 7 · deadline` */
function happening({ type, duty, epoch, gapMs, reason, detail }) {
  const parts = [
    words(type),
    duty && visible(duty),
    epoch !== undefined && `epoch ${epoch}`,
    gapMs !== undefined && `gap ${duration(gapMs)}`,
    reason && words(reason),
    detail && visible(detail, 200),
  ];
  return parts.filter(Boolean).join(' · ');
}

function createRow() {
  const glyph = icon('ring');
  const node = createName('bdi', 'name strong');
  const election = createName('a', 'name');
  election.element.tabIndex = -1;
  const time = el('div');
  const text = el('span', { class: 'quiet-text' });
  return {
    cells: [time, el('div', {}, el('span', { class: 'line' }, glyph, node.element, election.element), text)],
    update(event) {
      reshape(glyph, ...eventShape(event));
      setText(time, timeOfDay(event.at));
      setAttribute(time, 'title', moment(event.at, { millis: true }));
      node.update(event.node ?? '');
      election.update(event.election ?? '', event.election === undefined ? undefined : electionLink(event.election));
      const what = happening(event);
      setText(text, what);
      setAttribute(text, 'title', event.detail === undefined ? undefined : atLength(event.detail));
    },
  };
}

export function createEventList({ open }) {
  const list = createWindowedList({
    label: 'Events',
    className: 'events',
    columns: COLUMNS,
    rowHeight: 50,
    key: (event) => event.seq,
    anchored: true,
    onOpen: (event) => event.election !== undefined && open(electionLink(event.election)),
    createRow,
  });
  const pause = el('button', { class: 'small', attrs: { type: 'button', 'aria-keyshortcuts': 'p' } });
  let held = null;
  let latest = [];

  const newestFirst = remembering((events, query) => searchEvents(events, query).reverse());

  function toggle() {
    held = held ? null : latest;
  }
  pause.addEventListener('click', toggle);

  return {
    root: list.root,
    tools: [pause],
    toggle,
    focusFirst: list.focusFirst,
    update(state) {
      const { events } = state;
      latest = events;
      const shown = held ?? events;
      const waiting = held ? events.filter((event) => event.seq > (held.at(-1)?.seq ?? -1)).length : 0;
      setText(pause, held ? `Resume${waiting > 0 ? ` (${waiting.toLocaleString('en')} new)` : ''}` : 'Pause');
      setAttribute(pause, 'aria-pressed', String(held !== null));
      const found = newestFirst(shown, state.route.query);
      list.setItems(found, emptinessOf(state, 'event', 'Nothing has happened yet.'));
      return plural(found.length, 'event');
    },
  };
}
