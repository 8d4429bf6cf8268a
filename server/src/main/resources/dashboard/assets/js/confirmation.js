// SPDX-License-Identifier: Apache-2.0
/** A dialog that asks before something is done, and then says what came of it. */

import { openDialog } from './dialog.js';
import { el, setText } from './dom.js';
import { visible } from './text.js';

function refusal(error, lookAt) {
  if (error.code === 'STALE_EPOCH') {
    return 'Not done: that leadership has ended, and its successor was not touched.';
  }
  if (error.code === 'TIMEOUT') {
    return `Not finished: ${visible(error.message, 300)}. Look at ${lookAt} before you try again.`;
  }
  if (error.status === 0) {
    return `No answer: it may or may not have been done. Look at ${lookAt} before you try again.`;
  }
  return `Not done: ${visible(error.message, 300)} (${visible(error.code)})`;
}

/**
 * @param body    elements
 * @param perform does it; a promise of the answer
 * @param told    answer → what is said then
 * @param lookAt  what shows whether it was done, where no answer came
 * @param changed called when there is an answer
 */
export function openConfirmation({ title, body, label, danger = false, perform, told, lookAt, changed, onClose }) {
  const result = el('p', { class: 'result', attrs: { role: 'status' } });
  const dialog = openDialog({ title, body: [...body, result], submit: { label, danger, run }, onClose });

  async function run() {
    dialog.setBusy(true);
    setText(result, 'Asking…');
    try {
      setText(result, told(await perform()));
    } catch (error) {
      setText(result, refusal(error, lookAt));
    }
    dialog.setBusy(false);
    dialog.retract('Close');
    changed();
  }

  return { dialog, result };
}
