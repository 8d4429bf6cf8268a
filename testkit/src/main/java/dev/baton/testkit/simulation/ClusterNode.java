// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.Elector;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryRecorder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One start of a node of a {@link NodeCluster}: a process with lanes, an elector and a candidate whose duty behaves. A
 * subclass makes the elector and lets it {@link #stand}.
 */
public abstract class ClusterNode {
    private static final Duration MAX_STALL = Duration.ofSeconds(1);

    private final String name;
    private final Node node;
    private final SimulatedProcess process;
    private final SimulatedLanes lanes;
    private final SeededRandom chance;
    private final HistoryRecorder history;
    private @Nullable SimulatedCandidate standing;
    private boolean resigned;
    private Runnable faulted = () -> {};

    /** @param name what tells it from all other nodes in the network */
    protected ClusterNode(NodeCluster<?> cluster, NodeId id, String name) {
        this.name = name;
        this.chance = cluster.chance();
        this.node = new Node(id, Incarnation.random(chance.generator()));
        this.process = new SimulatedProcess(cluster.scheduler(), chance.split());
        this.lanes = SimulatedLanes.of(
                cluster.scheduler(),
                process,
                chance,
                thrown -> cluster.broken("unexpected error in " + id + ": " + trace(thrown)));
        this.history = cluster.history()
                .recorder(id.value(), node.incarnation().toString(), lanes.ticker(), process::hasEnded);
    }

    private static String trace(Throwable thrown) {
        return thrown + " at " + List.of(thrown.getStackTrace()).subList(0, Math.min(6, thrown.getStackTrace().length));
    }

    /** Starts the candidate. */
    protected final void stand(Elector elector, CandidateSettings settings, Duration slowestStop) {
        standing = new SimulatedCandidate(
                node, process, lanes, chance, elector, settings, slowestStop, history, this::fault);
    }

    /** What is on its disk cannot be added to while it is full. */
    protected abstract void fillDisk(boolean full);

    private void fault(String what) {
        history.record(
                Kind.INFO,
                Op.FAULT,
                SimulatedCandidate.ELECTION,
                Epoch.NONE,
                Details.of("stuck", SimulatedNode.isStuck(what), "duty", "behaved", "what", what));
        faulted.run();
    }

    void onFault(Runnable task) {
        faulted = task;
    }

    protected final SeededRandom chance() {
        return chance;
    }

    protected final SimulatedLanes lanes() {
        return lanes;
    }

    /** A disk that now and then stalls, for a second at the longest, unless it is calm. */
    protected final SimulatedDisk disk(boolean calm) {
        return new SimulatedDisk(process, chance.split(), calm ? Duration.ZERO : MAX_STALL);
    }

    /** Its name in the network. */
    public final String id() {
        return name;
    }

    public final Node node() {
        return node;
    }

    public final SimulatedProcess process() {
        return process;
    }

    /** Runs something in its process. */
    public final void run(Runnable task) {
        process.run(task);
    }

    private SimulatedCandidate standing() {
        if (standing == null) {
            throw new IllegalStateException(node + " does not stand");
        }
        return standing;
    }

    public final Candidate candidate() {
        return standing().candidate();
    }

    /** Whether its candidate leads. */
    public final boolean isLeader() {
        return !hasEnded() && candidate().isLeader();
    }

    public final boolean hasEnded() {
        return process.hasEnded();
    }

    /** Whether it runs: it has not ended and is not paused. */
    public final boolean isUp() {
        return !process.hasEnded() && !process.isPaused();
    }

    /** Whether its duty was started and has not stopped. */
    public final boolean dutyRuns() {
        return !hasEnded() && standing().dutyRuns();
    }

    final boolean sees(ClusterNode leader) {
        return candidate()
                .leader()
                .filter(seen -> seen.node().equals(leader.node))
                .isPresent();
    }

    final void addActing(List<Leadership> acting) {
        standing().addActing(acting);
    }

    public final void resign() {
        resigned |= isLeader();
        standing().resign();
    }

    /** Whether it gave a leadership up on request, and may have to leave the present leader alone. */
    public final boolean hasResigned() {
        return resigned;
    }

    public final void pause() {
        process.pause();
    }

    public final void resume() {
        process.resume();
    }

    /** Ends the process, as kill -9 does. */
    public final void end() {
        if (!hasEnded()) {
            history.record(Kind.INFO, Op.ENDED, SimulatedCandidate.ELECTION, Epoch.NONE, "");
            process.end();
        }
    }
}
