// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

import dev.baton.commands.resp.Reply;
import java.util.Optional;

/** The outcome of one attempt at a command, which decides what to do next. */
sealed interface CommandOutcome {
    /** The leader has answered. */
    record Answered(Reply reply) implements CommandOutcome {}

    /** The leader has refused. */
    record Refused(String reply) implements CommandOutcome {}

    /** Nothing was done; the leader, if it is known where, is there. */
    record Elsewhere(Optional<ServerAddress> leader) implements CommandOutcome {}

    /** It may or may not have been done. */
    record Unknown(String why) implements CommandOutcome {}

    /** What a reply means. */
    static CommandOutcome of(Reply reply) {
        if (!(reply instanceof Reply.Failure failure)) {
            return new Answered(reply);
        }
        String[] words = failure.text().split(" ");
        return switch (words[0]) {
            case "NOT_LEADER" -> new Elsewhere(words.length < 3 ? Optional.empty() : ServerAddress.parse(words[2]));
            case "NO_LEADER" ->
                words.length > 1 && words[1].equals("UNKNOWN")
                        ? new Unknown(failure.text())
                        : new Elsewhere(Optional.empty());
            default -> new Refused(failure.text());
        };
    }
}
