// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Arguments;

/**
 * A command about messages to many, which only the leader passes on.
 *
 * @param least how many arguments it has at least, its name included
 * @param most how many at most
 */
record BroadcastCommand(String name, int least, int most, Action action) {
    /** Does it under this leadership, and answers. */
    @FunctionalInterface
    interface Action {
        void run(ClientConnection client, Arguments arguments, LeaderSession session);
    }
}
