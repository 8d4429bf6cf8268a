// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.Output;
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
public final class Operation {
    /** A hand-over stops the duties first. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final AdminClient client;
    private final ElectionInfo seen;

    public Operation(AdminClient client, ElectionInfo seen) {
        this.client = client;
        this.seen = seen;
    }

    /** What came of it: for programs, and in a sentence for people. */
    public record Outcome(ObjectNode answer, String sentence) {
        void show(Output output) {
            if (output.json()) {
                output.document(answer);
            } else {
                output.line(sentence);
            }
        }
    }

    static Operation on(String election, AdminClient client) {
        return new Operation(client, look(election, client));
    }

    /** @throws CommandFailure if no node leads */
    static Operation onLeaderOf(String election, AdminClient client) {
        Operation operation = on(election, client);
        operation.leader();
        return operation;
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

    /** @throws CommandFailure if no node leads */
    private LeaderInfo leader() {
        LeaderInfo leader = seen.leader();
        if (leader == null) {
            throw new CommandFailure(ExitCode.NOT_THERE, "NO_LEADER", "nobody leads " + Plain.text(seen.name()));
        }
        return leader;
    }

    String description() {
        return describe(seen);
    }

    /** Who leads an election, in words. */
    public static String describe(ElectionInfo election) {
        LeaderInfo leader = election.leader();
        return Plain.text(
                leader == null
                        ? "no node leads " + election.name()
                        : leader.node() + " leads " + election.name() + " under epoch " + leader.epoch());
    }

    /** @param patience how long to wait for the next leader */
    public Outcome resign(Duration patience) throws InterruptedException {
        String before = leader().node();
        ObjectNode answer = perform("resign", Json.object());
        return new Outcome(
                answer, Plain.text(before + " resigned from " + seen.name() + "; " + awaitNext(answer, patience)));
    }

    /** @param patience how long to wait for the next leader */
    public Outcome transfer(String successor, Duration patience) throws InterruptedException {
        String before = leader().node();
        ObjectNode answer = perform("transfer", Json.object().put("to", successor));
        return new Outcome(
                answer, Plain.text(before + " handed " + seen.name() + " over; " + awaitNext(answer, patience)));
    }

    /** Allows a node to lead, or forbids it; also where no node leads, which may be why it is allowed. */
    public Outcome eligibility(String node, boolean eligible) {
        ObjectNode answer =
                perform("eligibility", Json.object().put("node", node).put("eligible", eligible));
        return new Outcome(answer, Plain.text(node + (eligible ? " may lead " : " may not lead ") + seen.name()));
    }

    private ObjectNode perform(String verb, ObjectNode details) {
        ObjectNode body = Json.object();
        LeaderInfo leader = seen.leader();
        if (leader != null) {
            body.put("epoch", leader.epoch());
        }
        body.setAll(details);
        JsonNode answer =
                client.post("/api/v1/elections/" + AdminClient.segment(seen.name()) + "/" + verb, body, PATIENCE);
        return answer instanceof ObjectNode object ? object : Json.object();
    }

    /** Waits for the leadership that follows the one that was seen, and adds it to the answer; tells it in words. */
    public String awaitNext(ObjectNode answer, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        ElectionInfo now = look(seen.name(), client);
        while (!isReplacedIn(now) && System.nanoTime() - end < 0) {
            Pause.of(BETWEEN_LOOKS);
            now = look(seen.name(), client);
        }
        LeaderInfo next = now.leader();
        if (next == null || !isReplacedIn(now)) {
            return "no new leader yet";
        }
        Long gap = now.lastGapMs();
        answer.put("leader", next.node()).put("newEpoch", next.epoch()).put("gapMs", gap);
        return next.node() + " leads under epoch " + next.epoch() + (gap == null ? "" : " after " + Spans.millis(gap));
    }

    private boolean isReplacedIn(ElectionInfo now) {
        return now.leader() != null && now.leader().epoch() > leader().epoch();
    }
}
