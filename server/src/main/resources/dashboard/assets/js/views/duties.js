// SPDX-License-Identifier: Apache-2.0
/** All duties: where they run, under which epoch, and how often they broke down. */

import { el, setAttribute, setText } from '../dom.js';
import { dutyShape } from '../icons.js';
import { isTroubledDuty, troubledFirst } from '../problems.js';
import { electionLink, nodeLink } from '../router.js';
import { searchDuties } from '../search.js';
import { clusterNow, remembering } from '../state.js';
import { atLength, plural, visible, words } from '../text.js';
import { age } from '../time.js';
import { createWindowedList } from '../windowed.js';
import { createName, createState, emptinessOf, panel } from './parts.js';

const COLUMNS = [
  { title: 'Duty', class: 'grow' },
  { title: 'State', class: 'medium' },
  { title: 'Election', class: 'wide' },
  { title: 'Node', class: 'medium secondary' },
  { title: 'Epoch', class: 'number secondary' },
  { title: 'Restarts', class: 'number secondary' },
  { title: 'Last error', class: 'grow secondary' },
];

const dutyKey = (duty) => JSON.stringify([duty.election, duty.node, duty.name]);

function createRow(store) {
  const name = createName('bdi', 'name strong');
  const state = createState();
  const since = el('span', { class: 'quiet-text' });
  const election = createName('a');
  const node = createName('a');
  election.element.tabIndex = -1;
  node.element.tabIndex = -1;
  const epoch = el('div', { class: 'epoch' });
  const restarts = el('div');
  const error = el('div', { class: 'error-text' });
  return {
    cells: [
      el('div', {}, name.element),
      el('div', {}, state.element, since),
      el('div', {}, election.element),
      el('div', {}, node.element),
      epoch,
      restarts,
      error,
    ],
    update(duty) {
      const now = clusterNow(store.get(), performance.now());
      name.update(duty.name);
      state.update(dutyShape(duty.state), words(duty.state));
      setText(since, `for ${age(now - Date.parse(duty.since))}`);
      election.update(duty.election, electionLink(duty.election));
      node.update(duty.node, nodeLink(duty.node));
      setText(epoch, duty.epoch === undefined ? '–' : String(duty.epoch));
      setText(restarts, duty.restarts.toLocaleString('en'));
      restarts.classList.toggle('warn', duty.restarts > 0);
      setText(error, duty.lastError === undefined ? '–' : visible(duty.lastError, 160));
      setAttribute(error, 'title', duty.lastError === undefined ? undefined : atLength(duty.lastError));
    },
  };
}

export function createDutyList(store, label) {
  return createWindowedList({
    label,
    className: 'duties',
    columns: COLUMNS,
    rowHeight: 52,
    key: dutyKey,
    createRow: () => createRow(store),
  });
}

export function createDutiesView({ store }) {
  const list = createDutyList(store, 'Duties');
  const caption = el('p', { class: 'caption' });
  const root = el('div', { class: 'view tall' }, panel('Duties', { id: 'duties-title', tools: [caption] }, list.root));
  const matching = remembering((duties, query) => troubledFirst(searchDuties(duties, query), isTroubledDuty));
  return {
    root,
    focusFirst: list.focusFirst,
    update(state) {
      const found = matching(state.duties, state.route.query);
      setText(caption, plural(found.length, 'duty', 'duties'));
      list.setItems(found, emptinessOf(state, 'duty', 'No duty is configured.'));
    },
  };
}
