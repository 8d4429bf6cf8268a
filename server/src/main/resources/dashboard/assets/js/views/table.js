// SPDX-License-Identifier: Apache-2.0
/** A windowed list whose columns say what they show of an item. */

import { el, setAttribute, setText } from '../dom.js';
import { atLength, visible } from '../text.js';
import { createWindowedList } from '../windowed.js';

/** @param columns [{title, class, name, text(item), bad(item)}] */
export function createTable(label, className, key, columns, onOpen) {
  function createRow() {
    const cells = columns.map((column) => (column.name ? el('bdi', { class: 'name strong', attrs: { dir: 'auto' } }) : el('span')));
    return {
      cells: cells.map((cell) => el('div', {}, cell)),
      update(item) {
        for (const [index, { text, bad }] of columns.entries()) {
          const shown = text(item);
          setText(cells[index], visible(shown, 120));
          setAttribute(cells[index], 'title', atLength(shown));
          cells[index].classList.toggle('error-text', Boolean(bad?.(item)));
        }
      },
    };
  }

  return createWindowedList({
    label,
    className: `${className}${onOpen ? ' opens' : ''}`,
    columns: columns.map(({ title, class: kind }) => ({ title, class: kind })),
    rowHeight: 40,
    key,
    createRow,
    onOpen,
  });
}
