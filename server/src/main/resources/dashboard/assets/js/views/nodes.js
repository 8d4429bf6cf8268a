// SPDX-License-Identifier: Apache-2.0
/** All nodes: how they are, where they are, and what they lead. */

import { el, setText } from '../dom.js';
import { nodeShape } from '../icons.js';
import { isTroubledNode, troubledFirst } from '../problems.js';
import { nodeLink } from '../router.js';
import { searchNodes } from '../search.js';
import { clusterNow, remembering } from '../state.js';
import { plural, visible, words } from '../text.js';
import { age } from '../time.js';
import { createWindowedList } from '../windowed.js';
import { createName, createState, emptinessOf, panel } from './parts.js';

const COLUMNS = [
  { title: 'Node', class: 'grow' },
  { title: 'Health', class: 'medium' },
  { title: 'Leads', class: 'wide secondary' },
  { title: 'Zone', class: 'medium secondary' },
  { title: 'Weight', class: 'number secondary' },
  { title: 'Eligible', class: 'short secondary' },
  { title: 'Version', class: 'medium secondary' },
  { title: 'Alarms', class: 'wide' },
];

function ledText(leads) {
  if (leads.length === 0) {
    return '–';
  }
  const first = visible(leads[0], 24);
  return leads.length === 1 ? first : `${first} and ${plural(leads.length - 1, 'other')}`;
}

function createRow(store) {
  const name = createName('a', 'name strong');
  name.element.tabIndex = -1;
  const incarnation = el('span', { class: 'quiet-text mono' });
  const health = createState();
  const since = el('span', { class: 'quiet-text' });
  const cell = () => el('div');
  const [leads, zone, weight, eligible, version, alarms] = Array.from({ length: 6 }, cell);
  return {
    cells: [
      el('div', {}, el('span', { class: 'line' }, name.element), incarnation),
      el('div', {}, health.element, since),
      leads,
      zone,
      weight,
      eligible,
      version,
      alarms,
    ],
    update(node) {
      const state = store.get();
      name.update(node.id, nodeLink(node.id));
      setText(incarnation, visible(node.incarnation, 13));
      health.update(nodeShape(node.status), words(node.status));
      setText(since, `for ${age(clusterNow(state, performance.now()) - Date.parse(node.since))}`);
      setText(leads, ledText(node.leads ?? []));
      setText(zone, node.zone === undefined ? '–' : visible(node.zone));
      setText(weight, node.weight === undefined ? '–' : String(node.weight));
      setText(eligible, node.eligible ? 'yes' : 'no');
      setText(version, visible(node.version ?? '–', 24));
      const raised = node.alarms ?? [];
      setText(alarms, raised.length === 0 ? '–' : `▲ ${raised.map((alarm) => words(alarm.kind)).join(', ')}`);
      alarms.classList.toggle('bad', raised.length > 0);
    },
  };
}

export function createNodesView({ store, open }) {
  const list = createWindowedList({
    label: 'Nodes',
    className: 'nodes',
    columns: COLUMNS,
    rowHeight: 52,
    key: (node) => node.id,
    onOpen: (node) => open(nodeLink(node.id)),
    createRow: () => createRow(store),
  });
  const caption = el('p', { class: 'caption' });
  const root = el('div', { class: 'view tall' }, panel('Nodes', { id: 'nodes-title', tools: [caption] }, list.root));
  const matching = remembering((nodes, query) => troubledFirst(searchNodes(nodes, query), isTroubledNode));
  return {
    root,
    focusFirst: list.focusFirst,
    update(state) {
      const found = matching(state.cluster.nodes, state.route.query);
      setText(caption, plural(found.length, 'node'));
      list.setItems(found, emptinessOf(state, 'node', 'No node has answered yet.'));
    },
  };
}
