// SPDX-License-Identifier: Apache-2.0
/** Reads `text/event-stream`, in pieces cut anywhere. */

const LONGEST_LINE = 1 << 20;

/** `feed(text)` calls `onMessage({id, type, data})` for each message that became whole. */
export function createSseParser(onMessage) {
  let rest = '';
  let id = '';
  let type = '';
  let data = [];

  function field(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') {
      data.push(value);
    } else if (name === 'event') {
      type = value;
    } else if (name === 'id' && !value.includes('\0')) {
      id = value;
    }
  }

  function dispatch() {
    if (data.length > 0) {
      onMessage({ id, type: type || 'message', data: data.join('\n') });
    }
    type = '';
    data = [];
  }

  return {
    feed(text) {
      rest += text;
      // A carriage return at the very end may be half of a line end.
      const ready = rest.endsWith('\r') ? rest.length - 1 : rest.length;
      const lines = rest.slice(0, ready).split(/\r\n|\n|\r/);
      rest = lines.pop() + rest.slice(ready);
      if (rest.length > LONGEST_LINE) {
        throw new Error('a line of the event stream is too long');
      }
      for (const line of lines) {
        if (line === '') {
          dispatch();
        } else if (!line.startsWith(':')) {
          field(line);
        }
      }
    },
  };
}
