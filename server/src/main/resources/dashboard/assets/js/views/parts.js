// SPDX-License-Identifier: Apache-2.0
/** Pieces that several views show. */

import { el, setAttribute, setClass, setText, show } from '../dom.js';
import { leaseLeft } from '../freshness.js';
import { icon, reshape } from '../icons.js';
import { freshnessOf } from '../state.js';
import { atLength, visible } from '../text.js';
import { age } from '../time.js';

/** A name from the cluster, isolated from the text around it. */
export function createName(tag = 'bdi', className = 'name') {
  const element = el(tag, { class: className, attrs: { dir: 'auto' } });
  return {
    element,
    update(name, href) {
      setText(element, visible(name));
      setAttribute(element, 'title', atLength(name));
      setAttribute(element, 'href', href);
    },
  };
}

/** A shape and a word. */
export function createState() {
  const glyph = icon('ring');
  const word = el('span');
  const element = el('span', { class: 'state' }, glyph, word);
  return {
    element,
    update([shape, tone], text) {
      reshape(glyph, shape, tone);
      setText(word, text);
    },
  };
}

const LOW = 1 / 3;

function leaseText(left) {
  if (left === 0) {
    return 'run out';
  }
  return `${left < 1000 ? '< 1 s' : age(left)} left`;
}

/** The time left on the lease, as a bar that empties and as text. */
export function createLease() {
  const fill = el('span', { class: 'lease-fill' });
  const track = el('span', { class: 'lease-track', attrs: { 'aria-hidden': 'true' } }, fill);
  const text = el('span', { class: 'lease-text' });
  const element = el('div', { class: 'lease' }, track, text);
  return {
    element,
    update(election, state, now) {
      const left = election.leader ? leaseLeft(election.leader, { now, answeredAt: state.answeredAt }) : null;
      show(track, left !== null);
      if (left === null) {
        setText(text, '–');
        setClass(element, 'lease');
        return;
      }
      const span = state.spans.get(election.name)?.span ?? left;
      const share = span > 0 ? left / span : 0;
      fill.style.transform = `scaleX(${share.toFixed(3)})`;
      const stale = freshnessOf(state, now).stale;
      setText(text, stale && left === 0 ? 'unknown' : leaseText(left));
      setClass(element, `lease ${share < LOW ? 'low' : ''} ${stale ? 'stale' : ''}`);
    },
  };
}

const GUARANTEES = {
  EXCLUSIVE: { short: 'exclusive', long: 'Never two acting leaders.' },
  PER_PARTITION: {
    short: 'one per partition',
    long: 'Two nodes may lead at once, one on each side of a partition; only the fence keeps them apart.',
  },
};

export function guaranteeOf(election) {
  return Object.hasOwn(GUARANTEES, election.guarantee)
    ? GUARANTEES[election.guarantee]
    : { short: visible(election.guarantee), long: '' };
}

/** The elector and what it promises, as a warning if that is less than one leader. */
export function createGuarantee() {
  const elector = el('span', { class: 'quiet-text' });
  const loud = el('span', { class: 'badge loud' }, icon('triangle'), el('span'));
  const element = el('span', { class: 'guarantee' }, loud, elector);
  return {
    element,
    update(election) {
      const weak = election.guarantee !== 'EXCLUSIVE';
      const guarantee = guaranteeOf(election);
      setText(elector, weak ? visible(election.elector) : `${visible(election.elector)} · ${guarantee.short}`);
      show(loud, weak);
      setText(loud.lastChild, guarantee.short);
      setAttribute(loud, 'title', guarantee.long);
    },
  };
}

/** A heading with its panel. */
export function panel(title, { id, tools = [] } = {}, ...children) {
  const heading = el('h2', { attrs: { id }, text: title });
  return el(
    'section',
    { class: 'panel', attrs: { 'aria-labelledby': id } },
    el('header', { class: 'panel-head' }, heading, ...tools),
    ...children,
  );
}

/** Says that nothing is there, and why. */
export function emptinessOf(state, noun, reason) {
  return state.route.query ? `No ${noun} matches “${visible(state.route.query)}”.` : reason;
}
