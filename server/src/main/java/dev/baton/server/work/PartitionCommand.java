// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.server.guarded.CommandTimes;
import java.util.List;

/**
 * The command that a node runs for each of its partitions.
 *
 * @param most how many of them may run at a time
 */
record PartitionCommand(List<String> command, CommandTimes times, int most) {
    PartitionCommand {
        command = List.copyOf(command);
    }
}
