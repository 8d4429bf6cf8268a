// SPDX-License-Identifier: Apache-2.0
/** The bearer token, as long as the tab is open and no longer. */

const KEY = 'baton.token';

export function createTokens(storage = sessionStorage) {
  return {
    get: () => storage.getItem(KEY) ?? '',
    set: (token) => storage.setItem(KEY, token),
    forget: () => storage.removeItem(KEY),
  };
}
