// SPDX-License-Identifier: Apache-2.0
// Not a module: it runs before the first paint, so that a chosen theme does not flash.
(() => {
  const chosen = localStorage.getItem('baton.theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
})();
