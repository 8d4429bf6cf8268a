// SPDX-License-Identifier: Apache-2.0
/** What would happen if a worker left, in a dialog. Nothing is changed. */

import { openDialog } from '../dialog.js';
import { el, setText } from '../dom.js';
import { plural, visible } from '../text.js';

const SHOWN = 12;

function shares(workers) {
  const rows = workers
    .filter(({ now, then }) => now !== then)
    .slice(0, SHOWN)
    .map(({ worker, now, then }) =>
      el('tr', {}, el('td', {}, el('bdi', { text: visible(worker) })), el('td', { class: 'number', text: String(now) }), el('td', { class: 'number', text: String(then) })),
    );
  const heads = ['Worker', 'Now', 'Then'].map((title) => el('th', { attrs: { scope: 'col' }, text: title }));
  return el('table', {}, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows));
}

function told({ moves, reasons, workers, unplaced }) {
  const parts = [el('p', { class: 'strong', text: `${plural(moves, 'partition')} would move.` })];
  const why = Object.entries(reasons).map(([reason, count]) => el('li', { text: `${count.toLocaleString('en')} because ${visible(reason, 160)}` }));
  if (why.length > 0) {
    parts.push(el('ul', {}, ...why), shares(workers));
  }
  const changing = workers.filter(({ now, then }) => now !== then).length;
  if (changing > SHOWN) {
    parts.push(el('p', { class: 'quiet-text', text: `and ${plural(changing - SHOWN, 'other worker')}` }));
  }
  if (unplaced.length > 0) {
    const [{ partition, reason }] = unplaced;
    const all = unplaced.length === 1 ? '' : `, the first of ${unplaced.length.toLocaleString('en')} or more`;
    parts.push(el('p', { class: 'warning', text: `${visible(partition)} would have no worker${all}: ${visible(reason, 160)}` }));
  }
  return parts;
}

export async function openForecast(api, worker) {
  const answer = el('div', { class: 'forecast', attrs: { role: 'status' }, text: 'Asking…' });
  openDialog({
    title: 'If it left',
    body: [el('p', {}, 'What would happen if ', el('bdi', { class: 'strong', text: visible(worker) }), ' left now. Nothing is changed.'), answer],
    dismiss: 'Close',
  });
  try {
    const forecast = await api.list(`/api/v1/work/plan?without=${encodeURIComponent(worker)}`);
    answer.replaceChildren(...told(forecast));
  } catch (error) {
    setText(answer, `No answer: ${visible(error.message, 200)}`);
  }
}
