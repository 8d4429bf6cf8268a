// SPDX-License-Identifier: Apache-2.0
/** Puts the page together. */

import { attachAccess } from './access.js';
import { createAnnouncer } from './announcer.js';
import { createApi } from './api.js';
import { attachKeyboard } from './keyboard.js';
import { createOperations } from './operations.js';
import { PART_PAGES } from './part-pages.js';
import { currentRoute, formatRoute } from './router.js';
import { startSession } from './session.js';
import { initialState } from './state.js';
import { createStore } from './store.js';
import { attachTheme } from './theme.js';
import { createTokens } from './tokens.js';
import { createDutiesView } from './views/duties.js';
import { createElectionView } from './views/election.js';
import { createEventsView, createRail } from './views/events.js';
import { createBanners, createConnection, createPlaceholder, createTabs, createWhere, TAB_ROUTES } from './views/frame.js';
import { createListingView } from './views/listing.js';
import { createNodeView } from './views/node.js';
import { createNodesView } from './views/nodes.js';
import { createOverview } from './views/overview.js';
import { createPages } from './views/pages.js';

const TICK = 250;
const byId = (id) => document.getElementById(id);

const tokens = createTokens();
const api = createApi(tokens);
const store = createStore({ ...initialState, route: currentRoute() });
const announcer = createAnnouncer(byId('announcer'));
const access = attachAccess(byId('access'), { tokens, changed: () => session.restart() });
const session = startSession({
  api,
  store,
  announcer,
  onLocked: (error) => access.ask(tokens.get() ? `The token was not accepted: ${error.message}` : ''),
});

const open = (hash) => {
  location.hash = hash;
};
const context = {
  api,
  store,
  open,
  wantLeaderships: session.wantLeaderships,
  operations: createOperations({ api, store, changed: session.refresh }),
};

/** A part has a table, or a script with `createView(context)` for more than that. */
async function partPages() {
  const made = PART_PAGES.map(async (page) => {
    const view = page.script
      ? (await import(`/assets/parts/${page.name}.js`)).createView(context)
      : createListingView(page, context);
    return [page.name, view];
  });
  return Object.fromEntries(await Promise.all(made));
}

const pages = createPages(byId('main'), {
  placeholder: createPlaceholder({ unlock: () => access.ask() }),
  elections: createOverview(context),
  election: createElectionView(context),
  nodes: createNodesView(context),
  node: createNodeView(context),
  duties: createDutiesView(context),
  events: createEventsView(context),
  ...(await partPages()),
});
const rail = createRail(byId('rail'), context);
const frame = [
  createWhere(byId('where')),
  createConnection(byId('connection')),
  createTabs(byId('tabs')),
  createBanners(byId('banners')),
  access,
  rail,
  pages,
];

function render() {
  const state = store.get();
  const now = performance.now();
  byId('rail').hidden = state.route.section === 'events' || state.phase !== 'ready';
  for (const part of frame) {
    part.update(state, now);
  }
}

const search = byId('search');
search.addEventListener('input', () => {
  const { route } = store.get();
  history.replaceState(null, '', formatRoute({ ...route, name: null, query: search.value }));
  follow();
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    event.preventDefault();
    search.value = '';
    search.dispatchEvent(new Event('input'));
    search.blur();
  } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
    event.preventDefault();
    pages.focusFirst();
  }
});

function follow() {
  const route = currentRoute();
  if (document.activeElement !== search) {
    search.value = route.query;
  }
  store.update(() => ({ route }));
}

function leave() {
  const { route } = store.get();
  if (route.name !== null || route.query || route.vacantOnly) {
    open(formatRoute({ section: route.section }));
  }
}

const theme = attachTheme(byId('theme'));
attachKeyboard(byId('help'), {
  '/': () => search.focus(),
  Escape: leave,
  ...Object.fromEntries(TAB_ROUTES.slice(0, 9).map((route, index) => [index + 1, () => open(route)])),
  l: () => pages.focusFirst(),
  p: () => {
    (store.get().route.section === 'events' ? pages : rail).togglePause();
    render();
  },
  t: theme.toggle,
});
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('main').focus();
});

search.value = store.get().route.query;
addEventListener('hashchange', follow);
// The reader may have gone to another page while those of parts were fetched.
follow();
store.subscribe(render);
setInterval(render, TICK);
render();
