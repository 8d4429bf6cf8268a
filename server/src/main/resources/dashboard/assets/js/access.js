// SPDX-License-Identifier: Apache-2.0
/** The button that says what the reader may do, and the dialog that takes a token. */

import { openDialog } from './dialog.js';
import { el, setText } from './dom.js';
import { words } from './text.js';

export function attachAccess(button, { tokens, changed }) {
  let open = null;

  function ask(reason = '') {
    if (open?.isOpen()) {
      return;
    }
    const input = el('input', {
      attrs: {
        id: 'token',
        type: 'password',
        autocomplete: 'off',
        spellcheck: 'false',
        required: true,
        maxlength: 4096,
        pattern: '[\\x21-\\x7e]+',
      },
    });
    const body = [
      el('p', { text: 'A token allows you to read, or to operate as well. It is kept in this tab until you close it.' }),
      el('p', { class: 'field' }, el('label', { attrs: { for: 'token' }, text: 'Token' }), input),
    ];
    if (reason) {
      body.unshift(el('p', { class: 'warning', attrs: { role: 'alert' }, text: reason }));
    }
    if (tokens.get()) {
      const forget = el('button', { class: 'link', attrs: { type: 'button' }, text: 'Forget the token' });
      forget.addEventListener('click', () => {
        tokens.forget();
        open.close();
        changed();
      });
      body.push(el('p', {}, forget));
    }
    open = openDialog({
      title: 'Access',
      body,
      submit: {
        label: 'Use token',
        run(dialog) {
          tokens.set(input.value.trim());
          dialog.close();
          changed();
        },
      },
    });
    input.focus();
  }

  button.addEventListener('click', () => ask());
  return {
    ask,
    update(state) {
      const text = state.who ? `Role: ${words(state.who.role)}` : 'Enter token';
      setText(button, text);
    },
  };
}
