// SPDX-License-Identifier: Apache-2.0
/** One node: what it is, what it leads, what it complains of. */

import { el, reconcile, setAttribute, setText, show } from '../dom.js';
import { icon, nodeShape } from '../icons.js';
import { electionLink, formatRoute } from '../router.js';
import { clusterNow, remembering } from '../state.js';
import { atLength, plural, visible, words } from '../text.js';
import { age, moment } from '../time.js';
import { createDutyList } from './duties.js';
import { createName, createState, panel } from './parts.js';

const LED_SHOWN = 24;

const FACTS = [
  ['Incarnation', (node) => node.incarnation],
  ['Address', (node) => node.address],
  ['Admin', (node) => node.admin],
  ['Zone', (node) => node.zone],
  ['Weight', (node) => node.weight],
  ['Eligible', (node) => (node.eligible ? 'yes' : 'no')],
  ['Elector', (node) => node.elector],
  ['Version', (node) => node.version],
];

function createLed() {
  const link = createName('a', 'name');
  return {
    element: el('li', { class: 'chip' }, link.element),
    update: (name) => link.update(name, electionLink(name)),
  };
}

function createAlarm() {
  const kind = el('strong');
  const detail = el('span');
  const at = el('span', { class: 'quiet-text' });
  return {
    element: el('li', { class: 'alarm' }, icon('triangle', 'bad'), kind, detail, at),
    update(alarm) {
      setText(kind, words(alarm.kind));
      setText(detail, atLength(alarm.detail ?? ''));
      setText(at, moment(alarm.at));
    },
  };
}

export function createNodeView({ store }) {
  const name = createName('h1', 'title');
  name.element.tabIndex = -1;
  const health = createState();
  const values = FACTS.map(() => el('dd'));
  const facts = el(
    'dl',
    { class: 'facts wide' },
    ...FACTS.map(([label], index) => el('div', {}, el('dt', { text: label }), values[index])),
  );
  const alarms = el('ul', { class: 'alarms' });
  const alarmParts = new Map();
  const led = el('ul', { class: 'chips' });
  const ledParts = new Map();
  const ledMore = el('a', { class: 'more-link' });
  const ledCount = el('p', { class: 'caption' });
  const duties = createDutyList(store, 'Duties of this node');
  const missing = el('p', { class: 'empty', text: 'No node of this name is known.' });
  const content = el(
    'div',
    { class: 'stack' },
    panel('About', { id: 'about-title' }, el('div', { class: 'card' }, facts, alarms)),
    panel('Leads', { id: 'leads-title', tools: [ledCount] }, el('div', { class: 'card' }, led, ledMore)),
    panel('Duties', { id: 'node-duties-title' }, duties.root),
  );
  const back = el('a', { class: 'back', attrs: { href: '#/nodes' }, text: 'Nodes' });
  const root = el(
    'div',
    { class: 'view' },
    el('div', { class: 'title-line' }, back, name.element, health.element),
    missing,
    content,
  );
  const dutiesOf = remembering((all, node) => all.filter((duty) => duty.node === node));

  return {
    root,
    heading: name.element,
    update(state, now) {
      const node = state.cluster.nodes.find((one) => one.id === state.route.name);
      name.update(state.route.name);
      show(content, node !== undefined);
      show(missing, node === undefined);
      show(health.element, node !== undefined);
      if (!node) {
        return;
      }
      health.update(nodeShape(node.status), `${words(node.status)} for ${age(clusterNow(state, now) - Date.parse(node.since))}`);
      FACTS.forEach(([, read], index) => setText(values[index], visible(read(node) ?? '–')));
      const leads = node.leads ?? [];
      setText(ledCount, plural(leads.length, 'election'));
      show(ledMore, leads.length > LED_SHOWN);
      setText(ledMore, `and ${plural(leads.length - LED_SHOWN, 'other')}`);
      setAttribute(ledMore, 'href', formatRoute({ section: 'elections', query: node.id }));
      reconcile(led, ledParts, leads.slice(0, LED_SHOWN), (one) => one, createLed);
      reconcile(alarms, alarmParts, node.alarms ?? [], (alarm) => `${alarm.kind}\0${alarm.at}\0${alarm.detail}`, createAlarm);
      duties.setItems(dutiesOf(state.duties, node.id), 'No duty is configured on this node.');
    },
  };
}
