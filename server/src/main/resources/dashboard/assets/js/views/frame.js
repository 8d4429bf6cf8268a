// SPDX-License-Identifier: Apache-2.0
/** What surrounds the pages: where this is, whether it is live, the tabs, and the banners. */

import { el, setAttribute, setClass, setText, show } from '../dom.js';
import { icon, reshape } from '../icons.js';
import { PART_PAGES } from '../part-pages.js';
import { formatRoute } from '../router.js';
import { freshnessOf } from '../state.js';
import { plural, visible } from '../text.js';
import { age, moment } from '../time.js';

const NAMED = 8;

export function createWhere(root) {
  const cluster = el('strong');
  const answered = el('span', { class: 'quiet-text' });
  root.append(cluster, answered);
  return {
    update(state) {
      setText(cluster, state.cluster ? visible(state.cluster.cluster, 40) : '');
      const version = state.who?.version ? ` · ${visible(state.who.version, 24)}` : '';
      setText(answered, state.cluster ? `as seen by ${visible(state.cluster.answeredBy, 40)}${version}` : '');
    },
  };
}

/** [shape, tone, words] */
function connection(state, now) {
  if (state.phase === 'locked') {
    return ['ring', 'muted', 'Locked'];
  }
  if (state.phase === 'loading') {
    return ['ring', 'muted', 'Connecting'];
  }
  if (state.phase === 'failed' || freshnessOf(state, now).stale) {
    return ['cross', 'bad', 'No answer'];
  }
  return state.live ? ['disc', 'good', 'Live'] : ['half', 'warn', 'Reconnecting'];
}

export function createConnection(root) {
  const glyph = icon('ring');
  const word = el('span');
  root.append(glyph, word);
  return {
    update(state, now) {
      const [shape, tone, text] = connection(state, now);
      reshape(glyph, shape, tone);
      setText(word, text);
      setClass(root, `connection ${tone}`);
    },
  };
}

const TABS = [
  ['elections', 'Elections', (state) => state.cluster?.elections.length],
  ['nodes', 'Nodes', (state) => state.cluster?.nodes.length],
  ['duties', 'Duties', (state) => state.cluster && state.duties.length],
  ['events', 'Events', () => undefined],
  ...PART_PAGES.map(({ name, title }) => [name, title, () => undefined]),
];

export const TAB_ROUTES = TABS.map(([section]) => formatRoute({ section }));

export function createTabs(root) {
  const tabs = TABS.map(([section, label, count]) => {
    const figure = el('span', { class: 'tab-count' });
    const link = el('a', { attrs: { href: formatRoute({ section }) } }, label, figure);
    return { section, link, figure, count };
  });
  root.append(...tabs.map((tab) => tab.link));
  return {
    update(state) {
      for (const { section, link, figure, count } of tabs) {
        setAttribute(link, 'aria-current', state.route.section === section ? 'page' : undefined);
        setText(figure, count(state)?.toLocaleString('en') ?? '');
      }
    },
  };
}

function createBanner(tone, shape) {
  const text = el('span', { attrs: { role: 'alert' } });
  // The seconds are outside the alert, or a screen reader would say them every second.
  const running = el('span', { class: 'running' });
  const element = el('div', { class: `banner ${tone}` }, icon(shape), text, running);
  return {
    element,
    update(shown, said, counted = '') {
      show(element, shown);
      setText(text, shown ? said : '');
      setText(running, shown ? counted : '');
    },
  };
}

export function createBanners(root) {
  const stale = createBanner('bad', 'cross');
  const partial = createBanner('warn', 'triangle');
  root.append(stale.element, partial.element);
  return {
    update(state, now) {
      if (!state.cluster) {
        stale.update(false);
        partial.update(false);
        return;
      }
      const fresh = freshnessOf(state, now);
      const by = visible(state.cluster.answeredBy, 40);
      const why = state.problem ? `: ${visible(state.problem.message, 200)}` : '';
      stale.update(
        fresh.stale,
        `This is old. ${by} does not answer${why}. What you see is as of ${moment(state.cluster.at)};` +
          ' leaders may have changed since.',
        `${age(fresh.ageMs)} old`,
      );
      const silent = state.cluster.unreachable ?? [];
      const names = silent.slice(0, NAMED).map((node) => visible(node, 40)).join(', ');
      const more = silent.length > NAMED ? ` and ${plural(silent.length - NAMED, 'other')}` : '';
      partial.update(
        silent.length > 0,
        `This is not the whole cluster. ${plural(silent.length, 'node')} did not answer ${by}: ${names}${more}.` +
          ' What only they know is missing here.',
      );
    },
  };
}

/** What the page shows while it has nothing else. */
export function createPlaceholder({ unlock }) {
  const heading = el('h1', { class: 'title' });
  const text = el('p');
  const button = el('button', { class: 'primary', attrs: { type: 'button' }, text: 'Enter token', on: { click: () => unlock() } });
  const bones = el('div', { class: 'bones', attrs: { 'aria-hidden': 'true' } }, ...Array.from({ length: 6 }, () => el('span')));
  const root = el('div', { class: 'placeholder' }, heading, text, button, bones);
  return {
    root,
    update(state) {
      show(button, state.phase === 'locked');
      show(bones, state.phase === 'loading');
      if (state.phase === 'locked') {
        setText(heading, 'Token required');
        setText(text, visible(state.problem?.message ?? 'This node requires a token.', 300));
      } else if (state.phase === 'failed') {
        setText(heading, 'No answer yet');
        setText(text, `The node that served this page does not answer: ${visible(state.problem?.message ?? '', 300)}. Trying again.`);
      } else {
        setText(heading, 'Loading');
        setText(text, 'Asking the node for the state of its cluster.');
      }
    },
  };
}
