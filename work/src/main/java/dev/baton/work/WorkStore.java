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
 * Where task lists, workers and assignments of one cluster are stored. {@code WorkStoreContract} checks what every
 * store keeps:
 *
 * <ol>
 *   <li>Each call takes effect as a whole or not at all.
 *   <li>{@link #version()} rises with every change, and costs next to nothing. A reader of a version sees all that
 *       was stored up to it.
 *   <li>The coordinator's writes are fenced by its epoch: once a later one has {@linkplain #enter entered}, they are
 *       refused. Each row is written only if it still is what the write was computed from.
 *   <li>The token of a partition never falls, also where its row was {@linkplain #purge deleted} in between.
 * </ol>
 *
 * <p>Calls block and may come from any thread. Where the store cannot be reached they fail with
 * {@link UnavailableException} (nothing happened) or {@link OutcomeUnknownException}; all of them are safe to repeat.
 */
public interface WorkStore extends AutoCloseable {
    WorkVersion version();

    Definitions definitions();

    /** The assignments that were written after this {@linkplain WorkVersion#assignments() version}, in any order; all for 0. */
    List<Assignment> assignmentsSince(long version);

    /** Of those, the ones that a session of this worker owns. Whatever befalls the store, they are not forgotten. */
    List<Assignment> assignmentsOf(NodeId worker, long version);

    /** Creates or changes a task list. Partitions beyond a smaller number are released before they go. */
    void define(TaskList list);

    /** @throws IllegalArgumentException if the task list is not known, or has no such partition */
    void add(PlacementRule rule);

    /** Removes a rule; one that is not there is no error. */
    void remove(PlacementRule rule);

    /**
     * Makes these changes, all of them or none, if nothing was defined since {@code seen} was read: for decisions that
     * rest on what was there.
     *
     * @return whether nothing was; otherwise nothing is stored
     * @throws IllegalArgumentException as each of them does by itself
     */
    boolean change(WorkVersion seen, List<DefinitionChange> changes);

    /**
     * Says what a worker is, for one session. It replaces what was said before, or what became of it; only whether the
     * worker drains stays as it is, for as long as the session does.
     *
     * @throws FencedException if a later session has registered
     */
    void register(Leadership session, WorkerRegistration worker);

    /**
     * Lets a worker give everything away, or take partitions again. A new session starts without it.
     *
     * @throws IllegalArgumentException if the worker is not registered
     */
    void setDraining(NodeId worker, boolean draining);

    /** Forgets a worker, if this session was its last to register. */
    void forget(Session session);

    /**
     * A new coordinator comes in, before it reads anything: from here on, the writes of earlier ones are refused.
     *
     * @throws FencedException if a later one has come in
     */
    void enter(Leadership coordinator);

    /**
     * Writes assignments. Rows that have changed since they were read are left as they are: the next read tells. So are
     * rows that a transaction of the application holds, which are not waited for.
     *
     * @return the partitions that are held, to be tried again soon
     * @throws FencedException if a later coordinator has come in; nothing was written
     */
    Set<PartitionId> write(Leadership coordinator, List<AssignmentWrite> writes);

    /**
     * Deletes the rows of retired partitions that still are as they were seen. Rows that a transaction of the application
     * holds stay, and so does what the store needs in order to remember which tokens were given.
     *
     * @return those of these partitions that have no row now
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
     * A worker has stopped acting on partitions: they are free. What this session does not own under that token is left
     * as it is.
     *
     * @return what a transaction of the application holds, and is not free: to be released again later
     */
    List<Release> release(Session session, List<Release> released);

    /**
     * Asks to be told soon after something has changed, on any thread, if the store has a way to. Those who are not told
     * find out by {@link #version()}.
     *
     * @return ends it
     */
    default Runnable onChange(Runnable changed) {
        return () -> {};
    }

    /** Frees what the store holds. */
    @Override
    void close();
}
