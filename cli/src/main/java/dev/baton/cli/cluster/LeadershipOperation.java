// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.AdminClient;
import dev.baton.admin.LeaderView;
import dev.baton.admin.ListResponses.CurrentLeader;
import dev.baton.admin.Operation;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.DurationFormat;
import dev.baton.internal.runtime.TimedWait;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something done to an election, as it was seen: the epoch goes along, so that a leadership which began since then is
 * left alone. Only the node that is asked and the leader take part; the other nodes need not even be there.
 *
 * @param leader as it was seen; null if no node led
 */
public record LeadershipOperation(
        NodeConnection node, String election, @Nullable LeaderView leader) {
    /** A hand-over stops the duties first. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

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

    static LeadershipOperation on(String election, NodeConnection node) {
        return new LeadershipOperation(node, election, look(election, node).leader());
    }

    /** @throws CommandFailure if no node leads */
    static LeadershipOperation onLeaderOf(String election, NodeConnection node) {
        LeadershipOperation operation = on(election, node);
        operation.present();
        return operation;
    }

    /** @throws CommandFailure if no node leads */
    private LeaderView present() {
        if (leader == null) {
            throw new CommandFailure(
                    ExitCode.NOT_THERE, "NO_LEADER", "no node leads " + TerminalSafeText.text(election));
        }
        return leader;
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
                told.exitCode(),
                told.code(),
                "there is no election " + TerminalSafeText.text(election) + "; see baton elections");
    }

    String description() {
        return describe(election, leader);
    }

    /** Who leads an election, as text. */
    public static String describe(String election, @Nullable LeaderView leader) {
        return TerminalSafeText.text(
                leader == null
                        ? "no node leads " + election
                        : leader.node() + " leads " + election + " under epoch " + leader.epoch());
    }

    /** @param patience how long to wait for the next leader */
    public Outcome resign(Duration patience) throws InterruptedException {
        LeaderView before = present();
        ObjectNode answer = perform(new Operation.Resign(before.epoch()));
        return new Outcome(
                answer,
                TerminalSafeText.text(
                        before.node() + " resigned from " + election + "; " + awaitNext(answer, patience)));
    }

    /** @param patience how long to wait for the next leader */
    public Outcome transfer(String successor, Duration patience) throws InterruptedException {
        LeaderView before = present();
        ObjectNode answer = perform(new Operation.Transfer(before.epoch(), successor));
        return new Outcome(
                answer,
                TerminalSafeText.text(before.node() + " handed " + election + " over; " + awaitNext(answer, patience)));
    }

    /** Allows a node to lead, or forbids it; also where no node leads, which may be why it is allowed. */
    public Outcome eligibility(String candidate, boolean eligible) {
        ObjectNode answer =
                perform(new Operation.Eligibility(leader == null ? null : leader.epoch(), candidate, eligible));
        return new Outcome(
                answer, TerminalSafeText.text(candidate + (eligible ? " may lead " : " may not lead ") + election));
    }

    private ObjectNode perform(Operation operation) {
        JsonNode answer = node.post(path(election) + "/" + operation.name(), operation, PATIENCE);
        return answer instanceof ObjectNode object ? object : JsonOutput.object();
    }

    /** Waits for the leadership that follows the one that was seen, and adds it to the answer; describes it as text. */
    public String awaitNext(ObjectNode answer, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        CurrentLeader now = look(election, node);
        while (!isReplacedIn(now) && System.nanoTime() - end < 0) {
            TimedWait.of(BETWEEN_LOOKS);
            now = look(election, node);
        }
        LeaderView next = now.leader();
        if (next == null || !isReplacedIn(now)) {
            return "no new leader yet";
        }
        Long gap = now.lastGapMs();
        answer.put("leader", next.node()).put("newEpoch", next.epoch()).put("gapMs", gap);
        return next.node() + " leads under epoch " + next.epoch()
                + (gap == null ? "" : " after " + DurationFormat.millis(gap));
    }

    private boolean isReplacedIn(CurrentLeader now) {
        return now.leader() != null && now.leader().epoch() > present().epoch();
    }
}
