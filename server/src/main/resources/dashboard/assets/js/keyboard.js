// SPDX-License-Identifier: Apache-2.0
/** Single keys, which can be switched off, and the dialog that lists them. */

import { openDialog } from './dialog.js';
import { el } from './dom.js';

const OFF = 'baton.keys.off';

const HELP = [
  ['/', 'search'],
  ['↓ ↑', 'from row to row; in the timeline, from lane to lane'],
  ['← →', 'in the timeline, from leadership to leadership'],
  ['Home End', 'first, last'],
  ['Enter', 'open the row'],
  ['Esc', 'clear the search; on a detail page, go back'],
  ['1 2 3 4', 'elections, nodes, duties, events; further tabs have further figures'],
  ['l', 'into the list'],
  ['p', 'pause or resume the events'],
  ['t', 'light or dark'],
  ['?', 'this help'],
];

const typing = (target) => target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null;

function openHelp() {
  const box = el('input', { attrs: { type: 'checkbox', id: 'keys-on', checked: localStorage.getItem(OFF) === null } });
  box.addEventListener('change', () => (box.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'yes')));
  const rows = HELP.map(([keys, meaning]) =>
    el('div', {}, el('dt', {}, ...keys.split(' ').map((key) => el('kbd', { text: key }))), el('dd', { text: meaning })),
  );
  openDialog({
    title: 'Keyboard',
    body: [el('dl', { class: 'keys' }, ...rows), el('label', { class: 'check' }, box, el('span', { text: 'Single keys are on' }))],
    dismiss: 'Close',
  }).focusDismiss();
}

/** @param actions key → what it does */
export function attachKeyboard(helpButton, actions) {
  const keys = new Map([...Object.entries(actions), ['?', openHelp]]);
  helpButton.addEventListener('click', openHelp);
  document.addEventListener('keydown', (event) => {
    const modified = event.altKey || event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || modified || typing(event.target) || document.querySelector('dialog[open]')) {
      return;
    }
    const action = keys.get(event.key);
    const allowed = event.key === 'Escape' || localStorage.getItem(OFF) === null;
    if (action && allowed) {
      event.preventDefault();
      action();
    }
  });
}
