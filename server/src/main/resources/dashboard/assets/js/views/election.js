// SPDX-License-Identifier: Apache-2.0
/** One election: its leader, its line of succession, its past. */

import { el, setText, show } from '../dom.js';
import { clusterNow, electionNamed, mayOperate, remembering } from '../state.js';
import { plural } from '../text.js';
import { createTimeline } from '../timeline/chart.js';
import { nodeLanes } from '../timeline/layout.js';
import { createCandidates } from './candidates.js';
import { createDutyList } from './duties.js';
import { createHues } from './hues.js';
import { createLeaderCard } from './leader-card.js';
import { createLeadershipTable } from './leadership-table.js';
import { createName, createGuarantee, panel, guaranteeOf } from './parts.js';

export function createElectionView(context) {
  const { store } = context;
  const name = createName('h1', 'title');
  name.element.tabIndex = -1;
  const guarantee = createGuarantee();
  const warning = el('p', { class: 'warning' });
  const leader = createLeaderCard(context);
  const candidates = createCandidates(context);
  const timeline = createTimeline({ label: 'Leaderships of this election', hueOf: createHues(store) });
  const table = createLeadershipTable();
  const duties = createDutyList(store, 'Duties of this election');
  const count = el('p', { class: 'caption' });
  const content = el(
    'div',
    { class: 'stack' },
    warning,
    el('div', { class: 'pair' }, leader.root, candidates.root),
    panel('Leaderships', { id: 'leaderships-title', tools: [count, timeline.picker] }, timeline.root, table.root),
    panel('Duties', { id: 'election-duties-title' }, duties.root),
  );
  const missing = el('p', { class: 'empty' });
  const back = el('a', { class: 'back', attrs: { href: '#/' }, text: 'Elections' });
  const root = el(
    'div',
    { class: 'view' },
    el('div', { class: 'title-line' }, back, name.element, guarantee.element),
    missing,
    content,
  );

  const lanesOf = remembering((records, order, second) => nodeLanes(records, order.split('\0'), second * 1000));
  const dutiesOf = remembering((all, election) => all.filter((duty) => duty.election === election));

  return {
    root,
    heading: name.element,
    update(state, now) {
      const election = electionNamed(state, state.route.name);
      name.update(state.route.name);
      show(content, election !== null);
      show(missing, election === null);
      show(guarantee.element, election !== null);
      if (!election) {
        setText(missing, 'No node that answers stands in an election of this name.');
        return;
      }
      context.wantLeaderships([election.name]);
      guarantee.update(election);
      show(warning, election.guarantee !== 'EXCLUSIVE');
      setText(warning, guaranteeOf(election).long);
      leader.update(election, state, now, mayOperate(state));
      candidates.update(election, mayOperate(state));
      const records = state.leaderships.get(election.name) ?? [];
      const order = election.candidates.map((candidate) => candidate.node).join('\0');
      const wall = clusterNow(state, now);
      timeline.update(lanesOf(records, order, Math.ceil(wall / 1000)), wall);
      table.update(records, wall);
      setText(count, `latest ${plural(records.length, 'leadership')}`);
      duties.setItems(dutiesOf(state.duties, election.name), 'This election has no duties.');
    },
  };
}
