// SPDX-License-Identifier: Apache-2.0
/** Who stands in one election, in order of succession. */

import { el, reconcile, setClass, setText } from '../dom.js';
import { candidateShape } from '../icons.js';
import { nodeLink } from '../router.js';
import { plural, words } from '../text.js';
import { createName, createState, panel } from './parts.js';

const SHOWN = 50;
const HEADS = [['Place', 'secondary'], ['Candidate', ''], ['State', ''], ['Priority', 'secondary']];

export function createCandidates({ operations }) {
  const rows = el('tbody');
  const parts = new Map();
  const caption = el('p', { class: 'caption' });
  const operateHead = el('th', { attrs: { scope: 'col' } }, el('span', { class: 'hidden', text: 'Operate' }));
  const headRow = el(
    'tr',
    {},
    ...HEADS.map(([title, className]) => el('th', { class: className, attrs: { scope: 'col' }, text: title })),
  );
  const table = el('table', {}, el('thead', {}, headRow), rows);
  const root = panel(
    'Candidates, in order of succession',
    { id: 'candidates-title', tools: [caption] },
    el('div', { class: 'scroller', attrs: { tabindex: 0, role: 'region', 'aria-labelledby': 'candidates-title' } }, table),
  );

  function createRow() {
    let current;
    const place = el('td', { class: 'number secondary' });
    const name = createName('a', 'name strong');
    const state = createState();
    const priority = el('td', { class: 'number secondary' });
    const button = el('button', {
      class: 'small',
      attrs: { type: 'button' },
      on: { click: () => operations.setEligible(current.election, current.candidate) },
    });
    const operate = el('td', { class: 'end' }, button);
    const element = el('tr', {}, place, el('td', {}, name.element), el('td', {}, state.element), priority);
    return {
      element,
      update({ election, candidate, index, operable }) {
        current = { election, candidate };
        const leads = candidate.node === election.leader?.node;
        setText(place, leads ? 'leads' : candidate.eligible ? String(candidate.next ?? index) : '–');
        name.update(candidate.node, nodeLink(candidate.node));
        const barred = candidate.eligible ? '' : ', not eligible';
        state.update(candidateShape(candidate.state), words(candidate.state) + barred);
        setText(priority, String(candidate.priority));
        setClass(element, candidate.eligible ? '' : 'out');
        setText(button, candidate.eligible ? 'Make ineligible…' : 'Make eligible…');
        if (operable !== (operate.parentNode === element)) {
          operable ? element.append(operate) : operate.remove();
        }
      },
    };
  }

  return {
    root,
    update(election, operable) {
      if (operable !== (operateHead.parentNode === headRow)) {
        operable ? headRow.append(operateHead) : operateHead.remove();
      }
      const all = election.candidates.length;
      const shown = election.candidates.slice(0, SHOWN);
      setText(caption, all > SHOWN ? `first ${SHOWN} of ${plural(all, 'candidate')}` : plural(all, 'candidate'));
      reconcile(
        rows,
        parts,
        shown.map((candidate, index) => ({ election, candidate, index, operable })),
        ({ candidate }) => candidate.node,
        createRow,
      );
    },
  };
}
