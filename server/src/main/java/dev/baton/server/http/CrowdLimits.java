// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import java.time.Duration;

/**
 * How many callers there may be, and how long they may take to say what they want.
 *
 * @param connections at a time
 * @param perAddress of these, from one address
 * @param request from when a connection is open until its first request is whole
 * @param quiet how long a connection may be silent after an answer; the next request is whole {@code request} later
 */
record CrowdLimits(int connections, int perAddress, Duration request, Duration quiet) {
    static final CrowdLimits USUAL = new CrowdLimits(512, 256, Duration.ofSeconds(10), Duration.ofSeconds(30));
}
