// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.client.AdminClient;
import dev.baton.cli.client.ElectionInfo;
import dev.baton.cli.client.ElectionInfo.LeaderInfo;
import dev.baton.cli.screen.Plain;
import dev.baton.cli.screen.Spans;
import dev.baton.runtime.Pause;
import java.time.Duration;

/**
 * Something done to an election, as it was seen: the epoch goes along, so that a leadership which began since then is
 * left alone.
 */
record Operation(AdminClient client, String election, LeaderInfo leader) {
    /** A hand-over stops the duties first. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** @throws CommandFailure if nobody leads, for then there is no leadership to refer to */
    static Operation on(String election, AdminClient client) {
        ElectionInfo seen = look(election, client);
        LeaderInfo leader = seen.leader();
        if (leader == null) {
            throw new CommandFailure(ExitCode.NOT_THERE, "NO_LEADER", "nobody leads " + Plain.text(election));
        }
        return new Operation(client, election, leader);
    }

    private static ElectionInfo look(String election, AdminClient client) {
        try {
            return client.get("/api/v1/elections/" + AdminClient.segment(election), ElectionInfo.class);
        } catch (CommandFailure failed) {
            throw failed.exitCode() == ExitCode.NOT_THERE ? noSuchElection(election, failed) : failed;
        }
    }

    /** The node's own word does not repeat what was asked for: it may have come from anywhere. */
    static CommandFailure noSuchElection(String election, CommandFailure told) {
        return new CommandFailure(
                told.exitCode(), told.code(), "there is no election " + Plain.text(election) + "; see baton elections");
    }

    /** Waits for the leadership that follows this one, and adds it to the answer; tells it in a sentence. */
    String awaitNext(ObjectNode answer, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        ElectionInfo seen = look(election, client);
        while (!isReplaced(seen) && System.nanoTime() - end < 0) {
            Pause.of(BETWEEN_LOOKS);
            seen = look(election, client);
        }
        LeaderInfo next = seen.leader();
        if (next == null || !isReplaced(seen)) {
            return "no new leader yet";
        }
        Long gap = seen.lastGapMs();
        answer.put("leader", next.node()).put("newEpoch", next.epoch()).put("gapMs", gap);
        return Plain.text(next.node() + " leads under epoch " + next.epoch()
                + (gap == null ? "" : " after " + Spans.millis(gap)));
    }

    private boolean isReplaced(ElectionInfo seen) {
        return seen.leader() != null && seen.leader().epoch() > leader.epoch();
    }

    String description() {
        return Plain.text(leader.node() + " leads " + election + " under epoch " + leader.epoch());
    }

    ObjectNode perform(String verb, ObjectNode details) {
        ObjectNode body = Json.object().put("epoch", leader.epoch());
        body.setAll(details);
        JsonNode answer =
                client.post("/api/v1/elections/" + AdminClient.segment(election) + "/" + verb, body, PATIENCE);
        return answer instanceof ObjectNode object ? object : Json.object();
    }
}
