// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Baton;
import dev.baton.NodeId;
import dev.baton.allocation.Plan;
import dev.baton.spi.Ticker;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Work on one node: its workers, its part in coordinating, and what is defined. A node has one; the store says which
 * cluster it belongs to. Election names that begin with {@code work} are taken by it.
 *
 * <pre>{@code
 * Work work = Work.on(baton, store);
 * work.define(TaskList.of("billing/invoices", 64));
 * work.coordinate();
 * Worker worker = work.worker().loop(partition -> {
 *     while (partition.mayAct()) {
 *         sendNextInvoice(partition);
 *     }
 * }).start();
 * }</pre>
 */
public final class Work {
    private static final Ticker TICKER = System::nanoTime;

    private final WorkContext context;

    private Work(Baton baton, WorkStore store) {
        this.context = new WorkContext(baton, store, new SessionElections(baton), new ChangeSignal(baton), TICKER);
    }

    /**
     * Work on this node. Its elector must never show two leaders at once, since sessions rest on it.
     *
     * @throws dev.baton.ConfigurationException otherwise
     */
    public static Work on(Baton baton, WorkStore store) {
        baton.guarantee().requireExclusive();
        return new Work(baton, Objects.requireNonNull(store, "store"));
    }

    /** Prepares the worker that has the id of this node. */
    public Worker.Builder worker() {
        return worker(context.baton().node().id().value());
    }

    /** Prepares a worker with an id of its own, unique in the cluster: a node may have several. */
    public Worker.Builder worker(String id) {
        NodeId worker = NodeId.of(id);
        Session.election(worker);
        return new Worker.Builder(context, worker);
    }

    /** Lets this node coordinate whenever it leads the election {@code work}. */
    public Coordinator coordinate() {
        return coordinate(AllocatorSettings.DEFAULT);
    }

    public Coordinator coordinate(AllocatorSettings settings) {
        return coordinate(settings, PollSettings.COORDINATOR);
    }

    public Coordinator coordinate(AllocatorSettings settings, PollSettings polls) {
        return new Coordinator(context, settings, polls);
    }

    /**
     * Creates or changes a task list. Partitions beyond a smaller number are released before they go.
     *
     * @throws IllegalArgumentException if there would be more partitions in all, retired ones included, than {@link PartitionLimit} allows
     */
    public void define(TaskList list) {
        WorkStore store = context.store();
        PartitionLimit.check(store.definitions().lists(), store.retired(), list, PartitionLimit.ofThisProcess());
        store.define(list);
    }

    /**
     * Retires a task list: its partitions are released and not given out again, until it is defined anew. When all are
     * released, the coordinator deletes it with its pins and bans.
     *
     * @throws IllegalArgumentException if it is not known, or was deleted
     */
    public void retire(TaskListName name) {
        TaskList list = context.store().definitions().lists().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("task list " + name + " is not known"));
        context.store().define(list.asRetired());
    }

    public void add(PlacementRule rule) {
        context.store().add(rule);
    }

    public void remove(PlacementRule rule) {
        context.store().remove(rule);
    }

    /** Lets any worker give everything away, or take partitions again. */
    public void setDraining(NodeId worker, boolean draining) {
        context.store().setDraining(worker, draining);
    }

    /** Everything that is stored, now: task lists, workers and assignments. */
    public WorkState read() {
        WorkState state = new WorkState();
        state.refresh(context.store());
        return state;
    }

    public WorkStore store() {
        return context.store();
    }

    /**
     * What would happen if these workers left, by what is stored; nothing is changed.
     *
     * @throws IllegalArgumentException if one of them is not registered
     */
    public Plan planWithout(NodeId... workers) {
        return planWithout(read(), new HashSet<>(Arrays.asList(workers)));
    }

    /**
     * The plan that would follow if these workers were gone, by what was read; nothing is changed. The node that coordinates
     * knows which workers live; on others, those count that are registered.
     *
     * @throws IllegalArgumentException if one of them is not registered
     */
    public Plan planWithout(WorkState state, Set<NodeId> gone) {
        for (NodeId worker : gone) {
            if (state.worker(worker).isEmpty()) {
                throw new IllegalArgumentException("worker " + worker + " is not registered");
            }
        }
        return new AllocatorRules(AllocatorSettings.DEFAULT).without(state, worker -> status(state, worker), gone);
    }

    /** What the elections say; of a worker that this node does not watch, what it said itself. */
    private SessionStatus status(WorkState state, NodeId worker) {
        return context.sessions()
                .known(worker)
                .or(() -> state.worker(worker)
                        .map(it -> SessionStatus.live(it.session().epoch())))
                .orElse(SessionStatus.UNKNOWN);
    }
}
