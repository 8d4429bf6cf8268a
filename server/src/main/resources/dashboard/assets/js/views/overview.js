// SPDX-License-Identifier: Apache-2.0
/** The first page: figures, problems, all elections, and who led what when. */

import { el, show } from '../dom.js';
import { clusterNow, remembering } from '../state.js';
import { createTimeline } from '../timeline/chart.js';
import { electionLane } from '../timeline/layout.js';
import { createElectionList } from './election-list.js';
import { createHues } from './hues.js';
import { panel } from './parts.js';
import { createProblems } from './problems.js';
import { createTiles } from './tiles.js';

/** More lanes than this cannot be read; the search narrows them down. */
const LANES = 8;

export function createOverview(context) {
  const tiles = createTiles();
  const problems = createProblems();
  const list = createElectionList(context);
  const timeline = createTimeline({ label: 'Leaderships of the first elections in the list', hueOf: createHues(context.store) });
  const timelinePanel = panel('Leaderships', { id: 'timeline-title', tools: [timeline.picker] }, timeline.root);
  const root = el(
    'div',
    { class: 'view' },
    tiles.root,
    problems.root,
    panel('Elections', { id: 'elections-title', tools: [list.caption] }, list.root),
    timelinePanel,
  );

  const lanesOf = remembering((names, leaderships, second) =>
    names.split('\0').map((name) => electionLane(name, leaderships.get(name) ?? [], second * 1000)),
  );

  return {
    root,
    focusFirst: list.focusFirst,
    update(state, now) {
      tiles.update(state, now);
      problems.update(state);
      const found = list.update(state);
      const names = found.slice(0, LANES).map((election) => election.name);
      context.wantLeaderships(names);
      show(timelinePanel, names.length > 0);
      if (names.length > 0) {
        const wall = clusterNow(state, now);
        timeline.update(lanesOf(names.join('\0'), state.leaderships, Math.ceil(wall / 1000)), wall);
      }
    },
  };
}
