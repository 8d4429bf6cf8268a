// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import java.util.List;
import java.util.Set;

/**
 * Stores task lists, workers and assignments of one cluster. {@code WorkStoreContract} checks what every store
 * guarantees:
 *
 * <ol>
 *   <li>Each call takes effect as a whole or not at all.
 *   <li>{@link #version()} rises with every change, and costs next to nothing. A reader of a version sees everything
 *       that was stored up to it.
 *   <li>The coordinator's writes are fenced by its epoch: once a later one has {@linkplain #enter entered}, they are
 *       refused. Each row is written only if it is still what the write was computed from.
 *   <li>The token of a partition never falls, even if its row was {@linkplain #purge deleted} in between.
 * </ol>
 *
 * <p>Calls block and may come from any thread. If the store cannot be reached, they fail with
 * {@link UnavailableException} (nothing happened) or {@link OutcomeUnknownException}; all of them are safe to repeat.
 */
public interface WorkStore extends AutoCloseable {
    WorkVersion version();

    Definitions definitions();

    /** The assignments that were written after this {@linkplain WorkVersion#assignments() version}, in any order; all for 0. */
    List<Assignment> assignmentsSince(long version);

    /** Of those, the ones that a session of this worker owns. The store never omits one of them. */
    List<Assignment> assignmentsOf(NodeId worker, long version);

    /** Creates or changes a task list. If it shrinks, surplus partitions are released before they are removed. */
    void define(TaskList list);

    /** @throws IllegalArgumentException if the task list is not known, or has no such partition */
    void add(PlacementRule rule);

    /** Removes a rule; does nothing if there is no such rule. */
    void remove(PlacementRule rule);

    /**
     * Makes these changes, all of them or none, if no definition changed since {@code seen} was read: for decisions
     * that depend on what was read.
     *
     * @return whether the changes were made
     * @throws IllegalArgumentException as each of the changes by itself
     */
    boolean change(WorkVersion seen, List<DefinitionChange> changes);

    /**
     * Registers a worker for one session. This replaces the earlier registration, even if that was edited; only whether
     * the worker drains stays as it is, as long as the session lasts.
     *
     * @throws FencedException if a later session has registered
     */
    void register(Leadership session, WorkerRegistration worker);

    /**
     * Drains a worker, or lets it take partitions again. A new session does not drain.
     *
     * @throws IllegalArgumentException if the worker is not registered
     */
    void setDraining(NodeId worker, boolean draining);

    /** Removes a worker, if this session was the last to register. */
    void forget(Session session);

    /**
     * A new coordinator takes over, before it reads anything. From now on the writes of earlier ones are refused.
     *
     * @throws FencedException if a later one has taken over
     */
    void enter(Leadership coordinator);

    /**
     * Writes assignments. Rows that have changed since they were read are left as they are, and the next read shows
     * them. Rows that a transaction of the application holds are also left, without waiting.
     *
     * @return the partitions whose rows are held, to be tried again soon
     * @throws FencedException if a later coordinator has come in; nothing was written
     */
    Set<PartitionId> write(Leadership coordinator, List<AssignmentWrite> writes);

    /**
     * Deletes the rows of retired partitions that are still as they were read. Rows that a transaction of the
     * application holds stay, and so does what the store needs to remember which tokens were given.
     *
     * @return the partitions among these that have no row now
     * @throws FencedException if a later coordinator has come in; nothing was deleted
     */
    Set<PartitionId> purge(Leadership coordinator, List<Assignment> retired);

    /**
     * Deletes a task list with its pins and bans, if it is retired and none of its partitions has a row.
     *
     * @throws FencedException if a later coordinator has come in; nothing was deleted
     */
    void purge(Leadership coordinator, TaskListName list);

    /** How many rows of retired partitions are stored. */
    int retired();

    /**
     * Frees partitions on which a worker has stopped acting. Partitions that this session does not own under that token
     * are left as they are.
     *
     * @return the partitions that are not free because a transaction of the application holds them; release them again
     *     later
     */
    List<Release> release(Session session, List<Release> released);

    /**
     * Subscribes to changes, if the store can notify; {@code changed} is called on any thread. Other readers poll
     * {@link #version()}.
     *
     * @return ends the subscription
     */
    default Runnable onChange(Runnable changed) {
        return () -> {};
    }

    /** Frees what the store holds. */
    @Override
    void close();
}
