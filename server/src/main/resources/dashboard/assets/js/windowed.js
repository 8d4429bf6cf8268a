// SPDX-License-Identifier: Apache-2.0
/**
 * A list of any length of which only the rows in sight are elements. One row is in the tab order; arrow keys, Home, End
 * and the page keys move from row to row, Enter opens.
 */

import { el, reconcile, setAttribute, setText, show } from './dom.js';

const BEYOND_SIGHT = 6;

/**
 * @param label     what the list is called
 * @param columns   [{title, class}]
 * @param rowHeight pixels, the same for all
 * @param key       item → its identity
 * @param createRow () → {cells: [element], update(item)}
 * @param onOpen    called with the item of the row that is clicked or entered
 * @param anchored  keep what is in sight where it is when rows come in above it
 */
export function createWindowedList({ label, columns, rowHeight, key, createRow, onOpen, anchored = false, className }) {
  const rowsElement = el('div', { class: 'rows', attrs: { role: 'rowgroup' } });
  const emptyText = el('p', { class: 'empty', attrs: { role: 'status' } });
  const viewport = el('div', { class: 'viewport', attrs: { role: 'presentation' } }, rowsElement);
  const head = el(
    'div',
    { class: 'row head', attrs: { role: 'row', 'aria-rowindex': 1 } },
    ...columns.map((column) =>
      el('div', { class: `cell ${column.class ?? ''}`, attrs: { role: 'columnheader' }, text: column.title }),
    ),
  );
  const grid = el(
    'div',
    { class: `list ${className}`, attrs: { role: 'grid', 'aria-label': label } },
    el('div', { class: 'heads', attrs: { role: 'rowgroup' } }, head),
    viewport,
  );
  const root = el('div', { class: 'list-frame' }, grid, emptyText);

  const parts = new Map();
  let items = [];
  let places = new Map();
  let activeKey = null;

  function create() {
    const { cells, update } = createRow();
    for (const [index, cell] of cells.entries()) {
      cell.setAttribute('role', 'gridcell');
      cell.classList.add('cell', ...(columns[index].class ?? '').split(' ').filter(Boolean));
    }
    const element = el('div', { class: 'row', attrs: { role: 'row' } }, ...cells);
    return {
      element,
      update(item) {
        const index = places.get(key(item));
        element.style.transform = `translateY(${index * rowHeight}px)`;
        setAttribute(element, 'aria-rowindex', index + 2);
        setAttribute(element, 'tabindex', isActive(item) ? 0 : -1);
        element.item = item;
        update(item, element);
      },
    };
  }

  function isActive(item) {
    return activeKey === null || !places.has(activeKey) ? item === items[0] : key(item) === activeKey;
  }

  function inSight() {
    const first = Math.max(0, Math.floor(viewport.scrollTop / rowHeight) - BEYOND_SIGHT);
    const last = Math.ceil((viewport.scrollTop + viewport.clientHeight) / rowHeight) + BEYOND_SIGHT;
    const shown = items.slice(first, last);
    const active = places.get(activeKey);
    // The row that has the focus stays, or scrolling would take the focus away.
    if (active < first) {
      shown.unshift(items[active]);
    } else if (active >= last) {
      shown.push(items[active]);
    }
    return shown;
  }

  function render() {
    grid.classList.toggle('overflows', items.length * rowHeight > viewport.clientHeight);
    reconcile(rowsElement, parts, inSight(), key, create);
  }

  function keepInPlace(next) {
    if (!anchored || viewport.scrollTop === 0) {
      return;
    }
    const top = items[Math.floor(viewport.scrollTop / rowHeight)];
    const place = top && next.get(key(top));
    if (place !== undefined) {
      viewport.scrollTop += (place - places.get(key(top))) * rowHeight;
    }
  }

  function moveTo(index) {
    const target = Math.min(items.length - 1, Math.max(0, index));
    activeKey = key(items[target]);
    const top = target * rowHeight;
    if (top < viewport.scrollTop) {
      viewport.scrollTop = top;
    } else if (top + rowHeight > viewport.scrollTop + viewport.clientHeight) {
      viewport.scrollTop = top + rowHeight - viewport.clientHeight;
    }
    render();
    parts.get(activeKey).element.focus({ preventScroll: true });
  }

  function onKey(event) {
    const row = event.target.closest('.row');
    if (event.target !== row || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const at = places.get(key(row.item));
    const page = Math.max(1, Math.floor(viewport.clientHeight / rowHeight) - 1);
    const target = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault();
      onOpen(row.item);
    }
  }

  function onClick(event) {
    const row = event.target.closest('.row');
    // A link or a button in the row does what it says, and a text that is being selected is not a click.
    if (row && onOpen && !event.target.closest('a, button') && getSelection().isCollapsed) {
      onOpen(row.item);
    }
  }

  viewport.addEventListener('scroll', render, { passive: true });
  rowsElement.addEventListener('keydown', onKey);
  rowsElement.addEventListener('click', onClick);
  rowsElement.addEventListener('focusin', (event) => {
    const row = event.target.closest('.row');
    activeKey = key(row.item);
    render();
  });
  new ResizeObserver(render).observe(viewport);
  if (onOpen) {
    grid.classList.add('opens');
  }

  return {
    root,
    /** Shows these items; `emptiness` is said when there are none. */
    setItems(next, emptiness) {
      if (next === items && next.length > 0) {
        render();
        return;
      }
      const nextPlaces = new Map(next.map((item, index) => [key(item), index]));
      keepInPlace(nextPlaces);
      items = next;
      places = nextPlaces;
      rowsElement.style.height = `${items.length * rowHeight}px`;
      setAttribute(grid, 'aria-rowcount', items.length + 1);
      show(grid, items.length > 0);
      show(emptyText, items.length === 0);
      setText(emptyText, items.length === 0 ? emptiness : '');
      render();
    },
    focusFirst() {
      if (items.length > 0) {
        moveTo(places.get(activeKey) ?? 0);
      }
    },
  };
}
