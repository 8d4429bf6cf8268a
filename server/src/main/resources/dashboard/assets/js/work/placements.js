// SPDX-License-Identifier: Apache-2.0
/** The pins and bans: what belongs where, and what must not be where. */

import { el, setText, show } from '../dom.js';
import { visible } from '../text.js';
import { createWindowedList } from '../windowed.js';

const COLUMNS = [
  { title: 'What', class: 'grow' },
  { title: 'Where', class: 'grow' },
  { title: '', class: 'end' },
];

export function createPlacements({ mayOperate, lift }) {
  return createWindowedList({
    label: 'Pins and bans',
    className: 'work-placements',
    columns: COLUMNS,
    rowHeight: 40,
    key: ({ kind, what, worker }) => `${kind}\0${what}\0${worker}`,
    createRow() {
      let shown = null;
      const what = el('bdi', { class: 'name', attrs: { dir: 'auto' } });
      const where = el('div');
      const button = el('button', { class: 'small', attrs: { type: 'button' }, on: { click: () => lift(shown) } });
      return {
        cells: [el('div', {}, what), where, el('div', {}, button)],
        update(placement) {
          shown = placement;
          const pin = placement.kind === 'pin';
          setText(what, visible(placement.what));
          setText(where, `${pin ? 'only on' : 'never on'} ${visible(placement.worker, 40)}${placement.present ? '' : ', which is not present'}`);
          where.classList.toggle('error-text', pin && !placement.present);
          setText(button, pin ? 'Unpin…' : 'Lift…');
          show(button, mayOperate());
        },
      };
    },
  });
}
