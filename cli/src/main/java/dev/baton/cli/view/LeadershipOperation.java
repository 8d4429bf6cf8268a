// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.AdminClient;
import dev.baton.admin.Answers.CurrentLeader;
import dev.baton.admin.LeaderView;
import dev.baton.admin.Operation;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.Plain;
import dev.baton.cli.screen.Spans;
import dev.baton.runtime.Pause;
import java.time.Duration;

/**
 * Something done to an election, as it was seen: the epoch goes along, so that a leadership which began since then is
 * left alone. Only the node that is asked and the leader take part; the other nodes need not even be there.
 */
record LeadershipOperation(NodeConnection node, String election, LeaderView leader) {
    /** A hand-over stops the duties first. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** @throws CommandFailure if nobody leads, for then there is no leadership to refer to */
    static LeadershipOperation on(String election, NodeConnection node) {
        LeaderView leader = look(election, node).leader();
        if (leader == null) {
            throw new CommandFailure(ExitCode.NOT_THERE, "NO_LEADER", "nobody leads " + Plain.text(election));
        }
        return new LeadershipOperation(node, election, leader);
    }

    static CurrentLeader look(String election, NodeConnection node) {
        return node.read(ask(election, node), CurrentLeader.class);
    }

    static JsonNode ask(String election, NodeConnection node) {
        try {
            return node.get(path(election) + "/leader");
        } catch (CommandFailure failed) {
            throw failed.exitCode() == ExitCode.NOT_THERE ? noSuchElection(election, failed) : failed;
        }
    }

    private static String path(String election) {
        return "/api/v1/elections/" + AdminClient.segment(election);
    }

    /** The node's own word does not repeat what was asked for: it may have come from anywhere. */
    private static CommandFailure noSuchElection(String election, CommandFailure told) {
        return new CommandFailure(
                told.exitCode(), told.code(), "there is no election " + Plain.text(election) + "; see baton elections");
    }

    /** Waits for the leadership that follows this one, and adds it to the answer; tells it in a sentence. */
    String awaitNext(ObjectNode answer, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        CurrentLeader seen = look(election, node);
        while (!isReplaced(seen) && System.nanoTime() - end < 0) {
            Pause.of(BETWEEN_LOOKS);
            seen = look(election, node);
        }
        LeaderView next = seen.leader();
        if (next == null || !isReplaced(seen)) {
            return "no new leader yet";
        }
        Long gap = seen.lastGapMs();
        answer.put("leader", next.node()).put("newEpoch", next.epoch()).put("gapMs", gap);
        return Plain.text(next.node() + " leads under epoch " + next.epoch()
                + (gap == null ? "" : " after " + Spans.millis(gap)));
    }

    private boolean isReplaced(CurrentLeader seen) {
        return seen.leader() != null && seen.leader().epoch() > leader.epoch();
    }

    String description() {
        return Plain.text(leader.node() + " leads " + election + " under epoch " + leader.epoch());
    }

    ObjectNode perform(Operation operation) {
        JsonNode answer = node.post(path(election) + "/" + operation.name(), operation, PATIENCE);
        return answer instanceof ObjectNode object ? object : Json.object();
    }
}
