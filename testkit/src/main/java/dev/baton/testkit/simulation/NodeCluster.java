// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Leadership;
import dev.baton.LossReason;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.safety.CallbacksAlternate;
import dev.baton.testkit.safety.FaultsHaveACause;
import dev.baton.testkit.safety.ObservedCluster;
import dev.baton.testkit.safety.SafetyRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A whole cluster of nodes that agree among themselves, on virtual time and a modelled network, with the real electors
 * and candidates. Checks after every event what must always hold, and tells in what the nodes do not agree yet.
 */
public abstract class NodeCluster<N extends ClusterNode> implements ObservedCluster {
    public static final long SECOND = 1_000_000_000L;
    private static final int TAIL = 60;

    private final SeededRandom chance;
    private final Scheduler scheduler;
    private final Network network;
    private final RunHistory history;
    private final List<SafetyRule> rules = new ArrayList<>();
    private final List<N> nodes = new ArrayList<>();
    private final Map<String, N> processes = new HashMap<>();
    private final Map<Enum<?>, Integer> facts = new HashMap<>();
    private final List<String> story = new ArrayList<>();
    private Consumer<N> onFault = node -> broken(node.node() + " ended by itself");
    private HistoryEvent lastElected =
            new HistoryEvent(0, "", "", 0, 0, HistoryEvent.Kind.INFO, Op.ELECTED, "none", 0, "");
    private long electedAt;
    private int elections;
    private String broken = "";

    /** @param exclusive whether no two may lead at once, which without a quorum no elector promises */
    protected NodeCluster(SeededRandom chance, boolean exclusive) {
        this.chance = chance;
        this.scheduler = new Scheduler(chance.split());
        this.network = new Network(scheduler, chance.split());
        this.history = new RunHistory(scheduler);
        rules.add(new CallbacksAlternate());
        rules.add(new FaultsHaveACause(process -> wasPausedWithin(process, lease().multipliedBy(2))));
        if (exclusive) {
            rules.addAll(SafetyRule.amongNodes(this));
        }
        history.tell(this::told);
    }

    /** How long a leadership is promised for. */
    public abstract Duration lease();

    /** Starts a node again whose process has ended. */
    protected abstract N startAgain(N former);

    /** What a node has to know besides the leader for all to agree. */
    protected Optional<String> differs(N node, N leader) {
        return Optional.empty();
    }

    /** A node was elected. */
    protected void elected(N node) {}

    /** Processes or links are not as they were. */
    protected void changed() {}

    // ---- what it consists of

    public final SeededRandom chance() {
        return chance;
    }

    public final Scheduler scheduler() {
        return scheduler;
    }

    public final Network network() {
        return network;
    }

    final RunHistory history() {
        return history;
    }

    /** The newest start of each node. */
    public final List<N> nodes() {
        return nodes;
    }

    public final List<N> living() {
        return nodes.stream().filter(node -> !node.hasEnded()).toList();
    }

    protected final N add(N node) {
        nodes.add(node);
        return started(node);
    }

    private N started(N node) {
        processes.put(node.node().toString(), node);
        node.onFault(() -> onFault.accept(node));
        return node;
    }

    public final void restart(N former) {
        nodes.set(nodes.indexOf(former), started(startAgain(former)));
        changed();
    }

    /** A process ends by itself when it calls its fault handler; what happens then. */
    final void onFault(Consumer<N> task) {
        onFault = task;
    }

    public final Optional<N> leader() {
        return nodes.stream().filter(ClusterNode::isLeader).findFirst();
    }

    public final void mend() {
        note("mended");
        network.mendAll();
        changed();
    }

    // ---- what happened

    public final void note(String what) {
        story.add(scheduler.now() / 1_000_000 + " ms " + what);
    }

    public final void seen(Enum<?> fact) {
        facts.merge(fact, 1, Integer::sum);
    }

    public final Set<Enum<?>> facts() {
        return facts.keySet();
    }

    /** Something happened that must not happen. The first such thing is what a run reports. */
    public final void broken(String why) {
        if (broken.isEmpty()) {
            broken = why;
        }
    }

    private void told(HistoryEvent event) {
        rules.forEach(rule -> rule.on(event, violation -> broken(violation.rule() + ": " + violation.what())));
        if (event.op() == Op.ELECTED) {
            note("elected " + event.process() + " epoch " + event.epoch());
            if (!lastElected.node().equals(event.node())) {
                seen(ClusterFact.LEADER_CHANGED);
            }
            lastElected = event;
            electedAt = scheduler.now();
            elections++;
            Optional.ofNullable(processes.get(event.process())).ifPresent(this::elected);
        } else if (event.op() == Op.REVOKED) {
            note("revoked " + event.process() + " epoch " + event.epoch() + " " + event.value());
            if (event.details().text("reason").equals(LossReason.DEADLINE.name())) {
                seen(ClusterFact.MINORITY_LEADER_STOPPED);
            }
        }
    }

    /** How many leaderships there were so far. */
    public final int elections() {
        return elections;
    }

    /** When the last leadership was won, in virtual time. */
    public final long electedAt() {
        return electedAt;
    }

    public final long lastEpoch() {
        return lastElected.epoch();
    }

    /** The end of what happened, to find out why. */
    public final String story() {
        return String.join("\n", story.subList(Math.max(0, story.size() - TAIL), story.size()));
    }

    // ---- time

    /** @return what was found broken, if anything was */
    public final Optional<String> runUntil(long limit) {
        while (scheduler.step(limit)) {
            for (int i = 0; i < rules.size(); i++) {
                rules.get(i).afterStep(violation -> broken(violation.rule() + ": " + violation.what()));
            }
            if (!broken.isEmpty()) {
                return Optional.of(broken);
            }
        }
        return Optional.empty();
    }

    // ---- agreement

    /** What is in the way of agreement on one leader, among the nodes that run. */
    public final Optional<String> disagreement() {
        List<N> leading = living().stream().filter(ClusterNode::isLeader).toList();
        if (leading.size() != 1) {
            return Optional.of(leading.size() + " leaders: "
                    + nodes.stream().map(node -> node.candidate().status()).toList());
        }
        N leader = leading.get(0);
        for (N node : living()) {
            Optional<String> different = node.sees(leader)
                    ? differs(node, leader)
                    : Optional.of(node.node() + " does not know the leader: "
                            + node.candidate().status());
            if (different.isPresent()) {
                return different;
            }
        }
        long running = living().stream().filter(ClusterNode::dutyRuns).count();
        return running == 1 && leader.dutyRuns()
                ? Optional.empty()
                : Optional.of("the duty runs on " + running + " nodes");
    }

    // ---- what rules may know

    @Override
    public final long now() {
        return scheduler.now();
    }

    @Override
    public final List<Leadership> acting() {
        List<Leadership> acting = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).addActing(acting);
        }
        return acting;
    }

    @Override
    public final boolean hasEnded(String process) {
        N known = processes.get(process);
        return known == null || known.hasEnded();
    }

    @Override
    public final boolean wasPausedLately(String process) {
        return wasPausedWithin(process, lease());
    }

    private boolean wasPausedWithin(String process, Duration time) {
        N known = processes.get(process);
        return known != null && known.process().wasPausedSince(now() - time.toNanos());
    }
}
