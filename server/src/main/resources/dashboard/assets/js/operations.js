// SPDX-License-Identifier: Apache-2.0
/**
 * What an operator may do to an election. Each act is confirmed, and names the leadership it refers to: if that one has
 * ended meanwhile, the server refuses, and nothing happens to its successor.
 */

import { openConfirmation } from './confirmation.js';
import { el, setText, show } from './dom.js';
import { electionNamed } from './state.js';
import { visible, words } from './text.js';
import { duration } from './time.js';

function bold(text) {
  return el('bdi', { class: 'strong', text: visible(text) });
}

function outcome({ outcome: word, leader, newEpoch }) {
  if (word === 'resigned') {
    return 'Done: resigned. Waiting for the next leader…';
  }
  if (leader === undefined) {
    return `Done: ${words(word)}.`;
  }
  const now = `${visible(leader)} leads under epoch ${newEpoch}.`;
  return word === 'elsewhere' ? `Handed over, but to another node: ${now}` : `Done: ${now}`;
}

export function createOperations({ api, store, changed }) {
  function confirm({ election, title, sentence, fields = [], label, danger = false, perform }) {
    const { name, leader } = election;
    const epoch = leader?.epoch;
    let resigned = false;
    const overtaken = el('p', { class: 'warning', attrs: { role: 'alert' } });
    overtaken.hidden = true;
    const note = el('p', {
      class: 'quiet-text',
      text: epoch === undefined
        ? 'No node leads this election now.'
        : `This refers to epoch ${epoch}. If another leadership has begun by the time it arrives, nothing is done.`,
    });
    const { dialog, result } = openConfirmation({
      title,
      body: [sentence, ...fields, note, overtaken],
      label: epoch === undefined ? label : `${label} (epoch ${epoch})`,
      danger,
      perform: () => perform(epoch),
      told(answer) {
        resigned = answer.outcome === 'resigned';
        return outcome(answer);
      },
      lookAt: 'the leader and its epoch',
      changed,
      onClose: () => unsubscribe(),
    });

    const unsubscribe = store.subscribe((state) => {
      const shown = electionNamed(state, name);
      const now = shown?.leader;
      if (resigned && now?.epoch > epoch) {
        const gap = shown.lastGapMs === undefined ? '' : ` after ${duration(shown.lastGapMs)}`;
        setText(result, `Done: ${visible(now.node)} leads under epoch ${now.epoch}${gap}.`);
      }
      if (now && now.epoch !== epoch && result.textContent === '') {
        setText(overtaken, `Meanwhile ${visible(now.node)} leads under epoch ${now.epoch}. Close this and look again.`);
        show(overtaken, true);
        dialog.setBusy(true);
      }
    });
  }

  return {
    resign(election) {
      confirm({
        election,
        title: 'Resign',
        sentence: el(
          'p',
          {},
          'Ask ',
          bold(election.leader.node),
          ' to give up ',
          bold(election.name),
          '? Its duties are stopped first, then the next in line takes over.',
        ),
        label: 'Resign',
        danger: true,
        perform: (epoch) => api.resign(election.name, epoch),
      });
    },

    transfer(election) {
      const targets = election.candidates.filter((candidate) => candidate.eligible && candidate.node !== election.leader.node);
      const select = el(
        'select',
        { attrs: { id: 'transfer-to', required: true } },
        ...targets.map((candidate) => el('option', { attrs: { value: candidate.node }, text: visible(candidate.node) })),
      );
      const field = el('p', { class: 'field' }, el('label', { attrs: { for: 'transfer-to' }, text: 'Hand over to' }), select);
      confirm({
        election,
        title: 'Transfer',
        sentence: el(
          'p',
          {},
          'Move the leadership of ',
          bold(election.name),
          ' away from ',
          bold(election.leader.node),
          '? Its duties are stopped first.',
        ),
        fields: [field],
        label: 'Transfer',
        danger: true,
        perform: (epoch) => api.transfer(election.name, epoch, select.value),
      });
    },

    setEligible(election, candidate) {
      const eligible = !candidate.eligible;
      const leads = candidate.node === election.leader?.node;
      const barred = leads ? 'It leads now and will step down.' : 'It will not lead until this is undone.';
      confirm({
        election,
        title: eligible ? 'Make eligible' : 'Make ineligible',
        sentence: eligible
          ? el('p', {}, 'Let ', bold(candidate.node), ' stand in ', bold(election.name), '? It may lead again.')
          : el('p', {}, 'Keep ', bold(candidate.node), ' from leading ', bold(election.name), `? ${barred}`),
        label: eligible ? 'Make eligible' : 'Make ineligible',
        danger: !eligible,
        perform: (epoch) => api.setEligible(election.name, epoch, candidate.node, eligible),
      });
    },
  };
}
