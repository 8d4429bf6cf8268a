// SPDX-License-Identifier: Apache-2.0
/** The cluster in five figures. */

import { el, setAttribute, setClass, setText } from '../dom.js';
import { icon, reshape } from '../icons.js';
import { formatRoute } from '../router.js';
import { freshnessOf, remembering } from '../state.js';
import { plural, words } from '../text.js';
import { duration } from '../time.js';

export function createTile(label) {
  const figure = el('span', { class: 'figure' });
  const of = el('span', { class: 'figure-of' });
  const glyph = icon('disc');
  const note = el('span');
  const noteLine = el('span', { class: 'tile-note' }, glyph, note);
  const element = el(
    'a',
    { class: 'tile' },
    el('span', { class: 'tile-label', text: label }),
    el('span', { class: 'tile-figure' }, figure, of),
    noteLine,
  );
  return {
    element,
    update({ value, total = '', text, shape, href }) {
      setText(figure, value);
      setText(of, total);
      setText(note, text);
      reshape(glyph, ...shape);
      setClass(noteLine, `tile-note ${shape[1] === 'bad' ? 'bad' : ''}`);
      setAttribute(element, 'href', href);
    },
  };
}

const GOOD = ['disc', 'good'];
const number = (value) => value.toLocaleString('en');

/** What was good when it was last seen is not known to be good now. */
function doubted(figures, stale) {
  return stale && figures.shape[1] === 'good' ? { ...figures, text: 'when last seen', shape: ['ring', 'muted'] } : figures;
}

function electionFigures(elections) {
  const vacant = elections.filter((election) => !election.leader).length;
  return {
    value: number(elections.length - vacant),
    total: `of ${number(elections.length)} led`,
    text: vacant === 0 ? 'all have a leader' : `${number(vacant)} without a leader`,
    shape: vacant === 0 ? GOOD : ['triangle', 'bad'],
    href: formatRoute({ section: 'elections', vacantOnly: vacant > 0 }),
  };
}

function nodeFigures(nodes) {
  const up = nodes.filter((node) => node.status === 'up').length;
  const others = ['unreachable', 'suspect', 'leaving']
    .map((status) => [status, nodes.filter((node) => node.status === status).length])
    .filter(([, count]) => count > 0);
  return {
    value: number(up),
    total: `of ${number(nodes.length)} up`,
    text: others.length === 0 ? 'all answer' : others.map(([status, count]) => `${number(count)} ${status}`).join(', '),
    shape: others.length === 0 ? GOOD : others[0][0] === 'unreachable' ? ['cross', 'bad'] : ['triangle', 'warn'],
    href: formatRoute({ section: 'nodes' }),
  };
}

function handOverFigures(elections) {
  const total = elections.reduce((sum, election) => sum + election.handOvers, 0);
  const gaps = elections.map((election) => election.lastGapMs).filter((gap) => gap !== undefined);
  return {
    value: number(total),
    text: gaps.length === 0 ? 'none seen yet' : `longest last gap ${duration(Math.max(...gaps))}`,
    shape: ['arrow', 'accent'],
    href: formatRoute({ section: 'elections' }),
  };
}

function dutyFigures(duties) {
  const running = duties.filter((duty) => duty.state === 'RUNNING').length;
  const troubled = duties.filter((duty) => duty.state === 'STUCK' || duty.state === 'BACKING_OFF').length;
  const restarts = duties.reduce((sum, duty) => sum + duty.restarts, 0);
  return {
    value: number(running),
    total: 'running',
    text: troubled > 0 ? `${number(troubled)} in trouble` : restarts === 0 ? 'no restarts' : plural(restarts, 'restart'),
    shape: troubled > 0 ? ['triangle', 'bad'] : GOOD,
    href: formatRoute({ section: 'duties' }),
  };
}

function alarmFigures(nodes) {
  const alarms = nodes.flatMap((node) => node.alarms ?? []);
  const latest = alarms.reduce((last, alarm) => (!last || alarm.at > last.at ? alarm : last), null);
  return {
    value: number(alarms.length),
    text: latest ? words(latest.kind) : 'nothing to report',
    shape: latest ? ['triangle', 'bad'] : GOOD,
    href: formatRoute({ section: 'nodes' }),
  };
}

export function createTiles() {
  const tiles = {
    elections: createTile('Elections'),
    nodes: createTile('Nodes'),
    handOvers: createTile('Hand-overs'),
    duties: createTile('Duties'),
    alarms: createTile('Alarms'),
  };
  const root = el(
    'section',
    { class: 'tiles', attrs: { 'aria-label': 'At a glance' } },
    ...Object.values(tiles).map((tile) => tile.element),
  );
  const render = remembering((cluster, duties, stale) => {
    tiles.elections.update(doubted(electionFigures(cluster.elections), stale));
    tiles.nodes.update(doubted(nodeFigures(cluster.nodes), stale));
    tiles.handOvers.update(handOverFigures(cluster.elections));
    tiles.duties.update(doubted(dutyFigures(duties), stale));
    tiles.alarms.update(doubted(alarmFigures(cluster.nodes), stale));
  });
  return { root, update: (state, now) => render(state.cluster, state.duties, freshnessOf(state, now).stale) };
}
