// SPDX-License-Identifier: Apache-2.0
/** A modal dialog. The browser keeps the focus in it, closes it on Escape, and gives the focus back. */

import { el } from './dom.js';

let dialogs = 0;

/**
 * @param title   its heading
 * @param body    elements
 * @param submit  {label, danger, run}: `run` is called when the form is submitted; the dialog stays open until it says so
 * @param dismiss label of the button that closes it
 * @param onClose called once it is closed
 */
export function openDialog({ title, body, submit = null, dismiss = 'Cancel', onClose = () => {} }) {
  dialogs += 1;
  const titleId = `dialog-title-${dialogs}`;
  const close = el('button', { attrs: { type: 'button' }, text: dismiss });
  const tone = submit?.danger ? 'danger' : 'primary';
  const confirm = submit && el('button', { class: tone, attrs: { type: 'submit' }, text: submit.label });
  const form = el(
    'form',
    { attrs: { method: 'dialog' } },
    el('h2', { attrs: { id: titleId }, text: title }),
    ...body,
    el('div', { class: 'actions end' }, close, ...(confirm ? [confirm] : [])),
  );
  const dialog = el('dialog', { attrs: { 'aria-labelledby': titleId } }, form);
  const handle = {
    close: () => dialog.close(),
    isOpen: () => dialog.open,
    focusDismiss: () => close.focus(),
    setBusy(busy) {
      confirm.disabled = busy;
      form.setAttribute('aria-busy', String(busy));
    },
    retract(label) {
      confirm.remove();
      close.textContent = label;
      handle.focusDismiss();
    },
  };
  close.addEventListener('click', handle.close);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit?.run(handle);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  return handle;
}
