// SPDX-License-Identifier: Apache-2.0
/** Shows the page that the route asks for, names it in the title, and moves the focus when the reader moved. */

import { setAttribute } from '../dom.js';
import { electionNamed } from '../state.js';
import { visible } from '../text.js';

const SINGULAR = { elections: 'election', nodes: 'node' };

/** Pure: which page belongs to this state. */
function pageOf({ phase, cluster, route }) {
  if (phase !== 'ready' || !cluster) {
    return 'placeholder';
  }
  return route.name !== null && Object.hasOwn(SINGULAR, route.section) ? SINGULAR[route.section] : route.section;
}

function titleOf(state) {
  const { section, name } = state.route;
  const leader = section === 'elections' && name !== null ? electionNamed(state, name)?.leader : null;
  const parts = [name ?? section[0].toUpperCase() + section.slice(1), leader?.node, state.cluster?.cluster, 'Baton'];
  return parts.filter(Boolean).map((part) => visible(part, 40)).join(' · ');
}

export function createPages(main, pages) {
  let shown = null;
  let place = null;

  function arrive(page, state) {
    const next = `${page}\0${state.route.name}`;
    if (next === place) {
      return;
    }
    const moved = place !== null && !place.startsWith('placeholder') && page !== 'placeholder';
    const searching = document.activeElement?.id === 'search';
    place = next;
    if (moved && !searching) {
      scrollTo(0, 0);
      (shown.heading ?? main).focus({ preventScroll: true });
    }
  }

  return {
    update(state, now) {
      const name = pageOf(state);
      const page = pages[name];
      if (page !== shown) {
        main.replaceChildren(page.root);
        shown = page;
      }
      page.update(state, now);
      setAttribute(main, 'aria-busy', state.phase === 'loading' ? 'true' : undefined);
      const title = titleOf(state);
      if (document.title !== title) {
        document.title = title;
      }
      arrive(name, state);
    },
    focusFirst: () => shown.focusFirst?.(),
    togglePause: () => shown.togglePause?.(),
  };
}
