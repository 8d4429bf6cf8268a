// SPDX-License-Identifier: Apache-2.0
/** The workers, the one with the most partitions first; the one that is chosen stands out in the map. */

import { el, setAttribute, setText } from '../dom.js';
import { atLength, visible } from '../text.js';
import { createWindowedList } from '../windowed.js';
import { colourOf, inks } from './palette.js';

const COLUMNS = [
  { title: 'Worker', class: 'grow' },
  { title: 'Partitions', class: 'share' },
  { title: 'Zone', class: 'medium secondary' },
  { title: 'Weight', class: 'number secondary' },
];

export function createWorkers({ owners, most, chosen, choose }) {
  function createRow() {
    const swatch = el('span', { class: 'swatch', attrs: { 'aria-hidden': 'true' } });
    const name = el('bdi', { class: 'name strong', attrs: { dir: 'auto' } });
    const note = el('span', { class: 'quiet-text' });
    const fill = el('span', { class: 'share-fill' });
    const count = el('span', { class: 'share-text' });
    const zone = el('div');
    const weight = el('div');
    return {
      cells: [
        el('div', { class: 'worker-name' }, swatch, name, note),
        el('div', { class: 'share-cell' }, el('span', { class: 'share-track', attrs: { 'aria-hidden': 'true' } }, fill), count),
        zone,
        weight,
      ],
      update(worker, row) {
        const place = owners.workers().indexOf(worker.id);
        const colour = place < 0 ? 'transparent' : colourOf(inks(), place);
        swatch.style.background = colour;
        fill.style.background = colour;
        fill.style.transform = `scaleX(${most() === 0 ? 0 : (worker.partitions / most()).toFixed(3)})`;
        setText(name, visible(worker.id));
        setAttribute(name, 'title', atLength(worker.id));
        const said = Object.entries(worker.metadata ?? {}).map(([key, value]) => `${key}=${value}`);
        setText(note, visible([...(worker.draining ? ['draining'] : []), ...said].join(', ')));
        setAttribute(note, 'title', atLength(said.join(', ')));
        const moving = worker.moving === 0 ? '' : `, ${worker.moving.toLocaleString('en')} leaving`;
        setText(count, `${worker.partitions.toLocaleString('en')}${moving}`);
        setText(zone, worker.zone === '' ? '–' : visible(worker.zone));
        setText(weight, String(worker.weight));
        row.classList.toggle('chosen', chosen() === worker.id);
      },
    };
  }

  return createWindowedList({
    label: 'Workers',
    className: 'work-workers opens',
    columns: COLUMNS,
    rowHeight: 40,
    key: (worker) => worker.id,
    createRow,
    onOpen: (worker) => choose(worker.id),
  });
}
