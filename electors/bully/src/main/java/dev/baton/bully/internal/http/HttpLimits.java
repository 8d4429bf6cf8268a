// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.security.ConnectionLimit;
import dev.baton.security.FailureThrottle;
import java.time.Duration;

/** How much a stranger may cost. */
public final class HttpLimits {
    static final int LINE = 1_024;
    static final int HEADERS = 8 * 1_024;
    public static final int BODY = 256 * 1_024;
    /** How long a request may take to arrive, from its first byte or from when the connection was made. */
    static final Duration REQUEST = Duration.ofSeconds(5);
    /** How long a connection may lie idle between two requests. */
    static final Duration IDLE = Duration.ofSeconds(30);
    /** How long someone with wrong credentials waits for the answer, and its address for the next try. */
    static final Duration WRONG_CREDENTIALS = Duration.ofMillis(200);
    /** Who would have to wait longer than this for its try is sent away. */
    static final Duration MAX_TURN = Duration.ofSeconds(5);
    /** As many addresses with wrong credentials are remembered at once. */
    static final int GUESSING_ADDRESSES = 10_000;

    static final FailureThrottle.Limits GUESSES =
            new FailureThrottle.Limits(1, WRONG_CREDENTIALS, MAX_TURN, GUESSING_ADDRESSES);
    static final ConnectionLimit.Limits CONNECTIONS = new ConnectionLimit.Limits(1_024, 512, REQUEST, IDLE);

    private HttpLimits() {}
}
