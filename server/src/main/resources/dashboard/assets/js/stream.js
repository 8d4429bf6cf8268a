// SPDX-License-Identifier: Apache-2.0
/** Follows the event stream: reads it, notices its silence, and comes back with growing pauses. */

import { createSseParser } from './sse.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** The server sends a heartbeat every five seconds: three missed ones are a lost connection. */
const SILENCE = 15_000;

/** How long to wait before attempt number `attempt`, from 0; `chance` in 0..1 keeps many pages from returning together. */
export function pauseBefore(attempt, chance) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempt, 10)) * (0.5 + chance / 2);
}

function parsed(data) {
  try {
    const event = JSON.parse(data);
    return typeof event === 'object' ? event : null;
  } catch {
    return null;
  }
}

/**
 * @param open      `(signal) => Promise<ReadableStream>`
 * @param onEvent   called with each event
 * @param onState   called with 'open' or 'closed'
 */
export function followEvents({ open, onEvent, onState }) {
  let suspended = false;
  let current = new AbortController();
  let attempt = 0;
  let wake = () => {};

  async function read() {
    current = new AbortController();
    let watchdog;
    const heard = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => current.abort(), SILENCE);
    };
    heard();
    try {
      const body = await open(current.signal);
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      const parser = createSseParser(({ data }) => {
        const event = parsed(data);
        if (event) {
          onEvent(event);
        }
      });
      onState('open');
      for (;;) {
        const { value, done } = await reader.read();
        if (done) {
          return;
        }
        attempt = 0;
        heard();
        parser.feed(value);
      }
    } finally {
      clearTimeout(watchdog);
      current.abort();
    }
  }

  function pause() {
    return new Promise((resolve) => {
      wake = resolve;
      if (!suspended) {
        setTimeout(resolve, pauseBefore(attempt, Math.random()));
      }
    });
  }

  async function run() {
    for (;;) {
      try {
        await read();
      } catch {
        // Whatever it was: the stream is gone, and is asked for again.
      }
      onState('closed');
      await pause();
      attempt += 1;
    }
  }

  run();
  return {
    /** Now rather than after the pause: the token changed, or the page is looked at again. */
    reconnect() {
      suspended = false;
      attempt = 0;
      current.abort();
      wake();
    },
    /** Lets go of the connection until `reconnect`. */
    suspend() {
      suspended = true;
      current.abort();
    },
  };
}
