// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Epoch;
import java.util.Optional;

/**
 * Figures of a command server. All but the first four are counted since it was opened.
 *
 * @param epoch under which it answers, if it does
 * @param clients connected
 * @param keys kept
 * @param bytes estimated memory of keys and values
 * @param accepted connections
 * @param turnedAway connections beyond the limit
 * @param commands handled, whatever the answer
 * @param redirected commands answered with NOT_LEADER or NO_LEADER
 * @param failed commands answered with any other error
 * @param disowned replies that were ready when the leadership ended, and were not given
 * @param failedLogins wrong passwords
 * @param cut connections that the server ended: protocol errors, slow or silent clients
 * @param published messages
 */
public record CommandStats(
        Optional<Epoch> epoch,
        int clients,
        int keys,
        long bytes,
        long accepted,
        long turnedAway,
        long commands,
        long redirected,
        long failed,
        long disowned,
        long failedLogins,
        long cut,
        long published) {}
