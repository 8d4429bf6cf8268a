// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Arguments;

/**
 * A command that concerns only the connection, and that every node answers.
 *
 * @param least how many arguments it has at least, its name included
 * @param most how many at most
 */
record ConnectionCommand(String name, int least, int most, Action action) {
    /** Does it, and answers. */
    @FunctionalInterface
    interface Action {
        void run(ClientConnection client, Arguments arguments);
    }
}
