// SPDX-License-Identifier: Apache-2.0
/** The task lists: a row each, with its partitions as cells. */

import { el, setAttribute, setText } from '../dom.js';
import { atLength, plural, visible } from '../text.js';
import { createWindowedList } from '../windowed.js';
import { createStrip } from './strip.js';

const COLUMNS = [
  { title: 'Task list', class: 'grow' },
  { title: 'Partitions', class: 'map' },
  { title: 'Skew', class: 'number secondary' },
  { title: 'Moving', class: 'number secondary' },
  { title: 'Unassigned', class: 'number' },
];

const number = (value) => value.toLocaleString('en');

function ownerText(owners, list, [from, to]) {
  const places = new Map();
  for (let partition = from; partition < to; partition++) {
    places.set(list.owners[partition], (places.get(list.owners[partition]) ?? 0) + 1);
  }
  const names = [...places]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 6)
    .map(([place, count]) => `${place < 0 ? 'no worker' : visible(owners.workers()[place], 40)}${to - from > 1 ? ` (${count})` : ''}`);
  const to1 = to - from === 1 ? list.moving.get(from) : undefined;
  const way = to1 === undefined ? '' : `, on its way${to1 < 0 ? '' : ` to ${visible(owners.workers()[to1], 40)}`}`;
  const which = to - from === 1 ? `${visible(list.name)}/${from}` : `${visible(list.name)}/${from} to ${to - 1}`;
  return `${which}: ${names.join(', ')}${way}`;
}

export function createTaskLists({ owners, said, strips, chosen, choose }) {
  function createRow() {
    const name = el('bdi', { class: 'name strong', attrs: { dir: 'auto' } });
    const count = el('span', { class: 'quiet-text' });
    const strip = createStrip();
    const skew = el('div');
    const moving = el('div');
    const unassigned = el('div');
    let shown = null;
    strip.element.addEventListener('pointermove', (event) => {
      const list = shown && owners.list(shown.name);
      const where = list && strip.at(list, event.offsetX, event.offsetY);
      said(where ? ownerText(owners, list, where) : '');
    });
    strip.element.addEventListener('pointerleave', () => said(''));
    strip.element.addEventListener('click', (event) => {
      const list = shown && owners.list(shown.name);
      const where = list && strip.at(list, event.offsetX, event.offsetY);
      if (where) {
        event.stopPropagation();
        choose(shown.name, where[0]);
      }
    });
    return {
      cells: [el('div', {}, name, count), el('div', {}, strip.element), skew, moving, unassigned],
      update(item, row) {
        shown = item;
        row.classList.toggle('chosen', chosen() === item.name);
        strips.set(strip, item.name);
        setText(name, visible(item.name));
        setAttribute(name, 'title', atLength(item.name));
        setText(count, `${plural(item.partitions, 'partition')}${item.retired ? ', retired' : ''}`);
        setText(skew, number(item.skew));
        setText(moving, number(item.moving + item.leaving));
        setText(unassigned, number(item.unassigned));
        unassigned.classList.toggle('bad', item.unassigned > 0);
        moving.classList.toggle('warn', item.moving + item.leaving > 0);
      },
    };
  }

  return createWindowedList({
    label: 'Task lists',
    className: 'work-lists opens',
    columns: COLUMNS,
    rowHeight: 56,
    key: (item) => item.name,
    createRow,
    onOpen: (item) => choose(item.name),
  });
}
