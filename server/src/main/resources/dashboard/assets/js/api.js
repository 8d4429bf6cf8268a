// SPDX-License-Identifier: Apache-2.0
/** The admin API, as promises. Knows paths, the token and what an error looks like. */

const ANSWER_WITHIN = 8_000;
const OPERATION_WITHIN = 60_000;
const BASE = '/api/v1';

/** What the server said no to, or that it said nothing: then `status` is 0. */
class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  static silent(cause) {
    const late = cause?.name === 'TimeoutError';
    return new ApiError(0, late ? 'NO_ANSWER' : 'UNREACHABLE', late ? 'it did not answer in time' : 'it cannot be reached');
  }
}

async function refusal(response) {
  try {
    const { error } = await response.json();
    return new ApiError(response.status, String(error.code), String(error.message));
  } catch {
    return new ApiError(response.status, `HTTP_${response.status}`, `the node answered with status ${response.status}`);
  }
}

export function createApi(tokens) {
  function headers(extra) {
    const token = tokens.get();
    return token ? { ...extra, Authorization: `Bearer ${token}` } : extra;
  }

  async function call(path, options, signal) {
    let response;
    try {
      response = await fetch(BASE + path, { cache: 'no-store', credentials: 'omit', redirect: 'error', signal, ...options });
    } catch (cause) {
      throw ApiError.silent(cause);
    }
    if (!response.ok) {
      throw await refusal(response);
    }
    return response;
  }

  async function json(path, options, within) {
    const response = await call(path, options, AbortSignal.timeout(within));
    try {
      return await response.json();
    } catch (cause) {
      throw ApiError.silent(cause);
    }
  }

  const get = (path) => json(path, { headers: headers({ Accept: 'application/json' }) }, ANSWER_WITHIN);
  const post = (path, body) =>
    json(
      path,
      { method: 'POST', headers: headers({ 'Content-Type': 'application/json' }), body: JSON.stringify(body) },
      OPERATION_WITHIN,
    );
  const election = (name) => `/elections/${encodeURIComponent(name)}`;

  return {
    /** What a part of the node answers with; `path` is the whole one. */
    list: (path) => get(path.slice(BASE.length)),
    /** Has a part of the node do something. */
    operate: (path, body) => post(path.slice(BASE.length), body),
    whoami: () => get('/whoami'),
    cluster: () => get('/cluster'),
    duties: () => get('/duties'),
    events: (limit) => get(`/events?limit=${limit}`),
    leaderships: (name, limit) => get(`${election(name)}/leaderships?limit=${limit}`),
    resign: (name, epoch) => post(`${election(name)}/resign`, { epoch }),
    transfer: (name, epoch, to) => post(`${election(name)}/transfer`, { epoch, to }),
    setEligible: (name, epoch, node, eligible) => post(`${election(name)}/eligibility`, { node, eligible, epoch }),
    /** The bytes of the event stream from after event `last`; it stays open until `signal` aborts. */
    async stream(last, signal) {
      const resume = last === undefined ? {} : { 'Last-Event-ID': String(last) };
      const response = await call(
        '/events/stream',
        { headers: headers({ Accept: 'text/event-stream', ...resume }) },
        signal,
      );
      return response.body;
    },
  };
}
