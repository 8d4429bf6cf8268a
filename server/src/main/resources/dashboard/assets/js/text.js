// SPDX-License-Identifier: Apache-2.0
/** Texts from the cluster, made fit to be shown: nothing in them may act, hide or reorder. */

// Controls, line and paragraph separators, zero-width and bidirectional marks, and lone halves of a pair.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SHORT = 80;
const LONG = 2000;

function escaped(unseen) {
  return `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function cut(text, limit) {
  const characters = Array.from(text.slice(0, limit + 2));
  return text.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

/** A name or word for a line of a list. */
export function visible(text, limit = SHORT) {
  return cut(String(text ?? ''), limit).replace(UNSEEN, escaped);
}

/** The same at length, for a tooltip or its own page. */
export function atLength(text) {
  return visible(text, LONG);
}

/** `TAKING_OVER` and `became_leader` as words. */
export function words(constant) {
  return visible(constant).toLowerCase().replaceAll('_', ' ');
}

export function plural(count, noun, nouns = `${noun}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}
