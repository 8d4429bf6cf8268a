// SPDX-License-Identifier: Apache-2.0
/** Deep links: what the page shows is in the part of the address after the hash. Pure but for `currentRoute`. */

import { PART_PAGES } from './part-pages.js';

const SECTIONS = new Set(['elections', 'nodes', 'duties', 'events', ...PART_PAGES.map((page) => page.name)]);

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** '#/elections/nightly?q=n1' → {section, name, query, vacantOnly} */
export function parseRoute(hash) {
  const [path, search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [section, name] = path.split('/', 2);
  const parameters = new URLSearchParams(search);
  return {
    section: SECTIONS.has(section) ? section : 'elections',
    name: SECTIONS.has(section) && name ? decoded(name) : null,
    query: parameters.get('q') ?? '',
    vacantOnly: parameters.get('show') === 'vacant',
  };
}

export function formatRoute({ section, name = null, query = '', vacantOnly = false }) {
  const parameters = new URLSearchParams();
  if (query) {
    parameters.set('q', query);
  }
  if (vacantOnly) {
    parameters.set('show', 'vacant');
  }
  const search = parameters.size > 0 ? `?${parameters}` : '';
  const path = name === null ? section : `${section}/${encodeURIComponent(name)}`;
  return `#/${path}${search}`;
}

export const electionLink = (name) => formatRoute({ section: 'elections', name });
export const nodeLink = (name) => formatRoute({ section: 'nodes', name });

export function currentRoute() {
  return parseRoute(location.hash);
}
