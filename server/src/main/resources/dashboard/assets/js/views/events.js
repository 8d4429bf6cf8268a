// SPDX-License-Identifier: Apache-2.0
/** The page of events, and the rail beside the other pages. */

import { el, setText } from '../dom.js';
import { createEventList } from './event-list.js';
import { panel } from './parts.js';

export function createEventsView(context) {
  const list = createEventList(context);
  const caption = el('p', { class: 'caption' });
  const root = el(
    'div',
    { class: 'view tall' },
    panel('Events', { id: 'events-title', tools: [caption, ...list.tools] }, list.root),
  );
  return {
    root,
    focusFirst: list.focusFirst,
    togglePause: list.toggle,
    update(state) {
      setText(caption, list.update(state));
    },
  };
}

export function createRail(root, context) {
  const list = createEventList(context);
  root.append(panel('Live events', { id: 'rail-title', tools: list.tools }, list.root));
  return { togglePause: list.toggle, update: list.update };
}
