// SPDX-License-Identifier: Apache-2.0
/** Elements by hand. Text goes in as text; there is no way here to hand in markup. */

const SVG = 'http://www.w3.org/2000/svg';

function furnish(element, { text, attrs = {}, on = {} }, children) {
  for (const [name, value] of Object.entries(attrs)) {
    setAttribute(element, name, value);
  }
  for (const [type, listener] of Object.entries(on)) {
    element.addEventListener(type, listener);
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  element.append(...children);
  return element;
}

/** el('a', {class: 'name', attrs: {href}, on: {click}, text}, ...children) */
export function el(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  if (options.class) {
    element.className = options.class;
  }
  return furnish(element, options, children);
}

export function svg(tag, options = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  if (options.class) {
    element.setAttribute('class', options.class);
  }
  return furnish(element, options, children);
}

/** Sets, or removes where the value is absent; leaves the element alone when nothing changes. */
export function setAttribute(element, name, value) {
  if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
    return;
  }
  const wanted = value === true ? '' : String(value);
  if (element.getAttribute(name) !== wanted) {
    element.setAttribute(name, wanted);
  }
}

export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

export function setClass(element, name) {
  if (element.getAttribute('class') !== name) {
    element.setAttribute('class', name);
  }
}

export function show(element, shown) {
  if (element.hidden === shown) {
    element.hidden = !shown;
  }
}

/**
 * Makes the parent's children those of the items, in order. What has the same key stays the same element, so that focus,
 * selection and transitions survive.
 *
 * `create(item)` answers `{element, update(item)}`; `parts` is the Map that remembers them from call to call.
 */
export function reconcile(parent, parts, items, key, create) {
  const focused = document.activeElement;
  const wanted = new Set(items.map(key));
  for (const [id, part] of parts) {
    if (!wanted.has(id)) {
      part.element.remove();
      parts.delete(id);
    }
  }
  let place = parent.firstChild;
  for (const item of items) {
    const id = key(item);
    let part = parts.get(id);
    if (!part) {
      part = create(item);
      parts.set(id, part);
    }
    part.update(item);
    if (part.element === place) {
      place = place.nextSibling;
    } else {
      parent.insertBefore(part.element, place);
    }
  }
  // An element that was moved has lost the focus.
  if (focused !== document.activeElement && parent.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}
