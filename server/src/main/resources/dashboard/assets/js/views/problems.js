// SPDX-License-Identifier: Apache-2.0
/** What needs attention, before everything else; absent while nothing does. */

import { el, reconcile, setAttribute, setText, show } from '../dom.js';
import { icon } from '../icons.js';
import { problemsOf } from '../problems.js';
import { remembering } from '../state.js';
import { plural } from '../text.js';
import { panel } from './parts.js';

const SHOWN = 6;

function createProblem() {
  const link = el('a', { class: 'name strong' });
  const detail = el('span', { class: 'detail' });
  return {
    element: el('li', { class: 'alarm' }, icon('triangle', 'bad'), link, detail),
    update(problem) {
      setText(link, problem.text);
      setAttribute(link, 'href', problem.href);
      setText(detail, problem.detail ?? '');
    },
  };
}

export function createProblems() {
  const list = el('ul', { class: 'problems' });
  const parts = new Map();
  const caption = el('p', { class: 'caption' });
  const root = panel('Problems', { id: 'problems-title', tools: [caption] }, list);
  const render = remembering((cluster, duties) => {
    const problems = problemsOf(cluster, duties);
    show(root, problems.length > 0);
    setText(caption, problems.length > SHOWN ? `first ${SHOWN} of ${plural(problems.length, 'problem')}` : '');
    reconcile(list, parts, problems.slice(0, SHOWN), (problem) => problem.key, createProblem);
  });
  return { root, update: (state) => render(state.cluster, state.duties) };
}
