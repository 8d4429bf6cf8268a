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
 * The work of one node: its workers, its coordinator, and the definitions of task lists. A node has one; its store
 * determines the cluster. Election names that begin with {@code work} are reserved for it.
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
     * Creates the work of this node. Its elector must never have two leaders at once, since sessions depend on that.
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

    /** Prepares a worker with its own id, unique in the cluster: a node may have several. */
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
     * Creates or changes a task list. If it shrinks, surplus partitions are released before they are removed.
     *
     * @throws IllegalArgumentException if there would be more partitions in total, including retired ones, than
     *     {@link PartitionLimit} allows
     */
    public void define(TaskList list) {
        WorkStore store = context.store();
        PartitionLimit.check(store.definitions().lists(), store.retired(), list, PartitionLimit.ofThisProcess());
        store.define(list);
    }

    /**
     * Retires a task list: its partitions are released and not given out again, until it is defined again. When all are
     * released, the coordinator deletes it with its pins and bans.
     *
     * @throws IllegalArgumentException if the task list is not known, or was deleted
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

    /** Drains any worker, or lets it take partitions again. */
    public void setDraining(NodeId worker, boolean draining) {
        context.store().setDraining(worker, draining);
    }

    /** Reads everything that is stored: task lists, workers and assignments. */
    public WorkState read() {
        WorkState state = new WorkState();
        state.refresh(context.store());
        return state;
    }

    public WorkStore store() {
        return context.store();
    }

    /**
     * Plans what would happen if these workers left, according to the store; changes nothing.
     *
     * @throws IllegalArgumentException if one of them is not registered
     */
    public Plan planWithout(NodeId... workers) {
        return planWithout(read(), new HashSet<>(Arrays.asList(workers)));
    }

    /**
     * Plans what would happen if these workers left, according to what was read; changes nothing. The coordinator knows
     * which workers live; on other nodes, all registered workers count.
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

    /**
     * The status according to the elections; for a worker that this node does not watch, according to its registration.
     */
    private SessionStatus status(WorkState state, NodeId worker) {
        return context.sessions()
                .known(worker)
                .or(() -> state.worker(worker)
                        .map(it -> SessionStatus.live(it.session().epoch())))
                .orElse(SessionStatus.UNKNOWN);
    }
}
