// SPDX-License-Identifier: Apache-2.0
/** A table of whatever list a part of the node answers with, asked for while it is in sight. */

import { el, setAttribute, setText } from '../dom.js';
import { atLength, plural, visible } from '../text.js';
import { createWindowedList } from '../windowed.js';
import { panel } from './parts.js';

const EVERY = 2_000;

function createRow(columns) {
  const cells = columns.map(() => el('div', { attrs: { dir: 'auto' } }));
  return {
    cells,
    update(entry) {
      for (const [index, { field }] of columns.entries()) {
        const text = entry[field] === undefined ? '–' : String(entry[field]);
        setText(cells[index], visible(text, 120));
        setAttribute(cells[index], 'title', atLength(text));
      }
    },
  };
}

export function createListingView({ name, title, path, field, columns }, { api }) {
  const list = createWindowedList({
    label: title,
    className: 'listing',
    columns: columns.map((column, index) => ({ title: column.title, class: index === 0 ? 'grow' : 'medium' })),
    rowHeight: 44,
    key: (entry) => JSON.stringify(entry),
    createRow: () => createRow(columns),
  });
  const caption = el('p', { class: 'caption' });
  const root = el('div', { class: 'view tall' }, panel(title, { id: `${name}-title`, tools: [caption] }, list.root));
  let due = 0;

  async function ask() {
    try {
      const entries = (await api.list(path))[field];
      setText(caption, plural(entries.length, 'entry', 'entries'));
      list.setItems(entries, 'There is nothing to list.');
    } catch (error) {
      setText(caption, `No answer: ${visible(error.message, 120)}`);
    }
  }

  return {
    root,
    focusFirst: list.focusFirst,
    update(state, now) {
      if (now >= due) {
        due = now + EVERY;
        ask();
      }
    },
  };
}
