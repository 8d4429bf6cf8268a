// SPDX-License-Identifier: Apache-2.0
/** Light, dark, or what the system says until one is chosen. */

import { icon, reshape } from './icons.js';

const KEY = 'baton.theme';

export function attachTheme(button) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const glyph = icon('moon');
  button.append(glyph);

  const current = () => document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light');

  function render() {
    const other = current() === 'dark' ? 'light' : 'dark';
    reshape(glyph, other === 'dark' ? 'moon' : 'sun');
    button.setAttribute('aria-label', `Switch to the ${other} theme`);
    button.title = `Switch to the ${other} theme`;
  }

  function toggle() {
    const chosen = current() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(KEY, chosen);
    render();
  }

  button.addEventListener('click', toggle);
  system.addEventListener('change', render);
  render();
  return { toggle };
}
