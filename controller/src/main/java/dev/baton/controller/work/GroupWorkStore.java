// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.work;

import dev.baton.BatonException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.raft.group.EntryTooLargeException;
import dev.baton.raft.group.GroupClient;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.DefinitionChange;
import dev.baton.work.Definitions;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerRegistration;
import dev.baton.work.memory.InMemoryWorkState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A work store on the group that this process is a member of: changes go through the leader, and are read from what
 * this member has applied. A call that changed something returns once this member has applied it too, so that what is
 * read after it has it in it.
 */
public final class GroupWorkStore implements WorkStore {
    private static final Epoch NO_EPOCH = Epoch.NONE;

    private final GroupClient group;
    private final WorkStatePart part;
    private final Duration patience;

    /**
     * @param group closed by its owner, not by this store
     * @param part of this member
     * @param patience how long a call may take
     */
    public GroupWorkStore(GroupClient group, WorkStatePart part, Duration patience) {
        this.group = group;
        this.part = part;
        this.patience = patience;
    }

    @Override
    public WorkVersion version() {
        return part.version();
    }

    @Override
    public Definitions definitions() {
        return part.read(InMemoryWorkState::definitions);
    }

    @Override
    public List<Assignment> assignmentsSince(long version) {
        return part.read(it -> it.assignmentsSince(version));
    }

    @Override
    public List<Assignment> assignmentsOf(NodeId worker, long version) {
        return assignmentsSince(version).stream()
                .filter(it -> it.owner()
                        .filter(owner -> owner.worker().equals(worker))
                        .isPresent())
                .toList();
    }

    @Override
    public void define(TaskList list) {
        change(WorkCall.define(list));
    }

    @Override
    public void add(PlacementRule rule) {
        change(WorkCall.add(rule));
    }

    @Override
    public void remove(PlacementRule rule) {
        change(WorkCall.remove(rule));
    }

    @Override
    public boolean change(WorkVersion seen, List<DefinitionChange> changes) {
        return change(WorkCall.change(seen, changes)).kind() == WorkAnswer.Kind.DONE;
    }

    @Override
    public void register(Leadership session, WorkerRegistration worker) {
        fenced(session, WorkCall.register(session.election(), session.epoch(), worker));
    }

    @Override
    public void setDraining(NodeId worker, boolean draining) {
        change(WorkCall.drain(worker, draining));
    }

    @Override
    public void forget(Session session) {
        change(WorkCall.forget(session));
    }

    @Override
    public void enter(Leadership coordinator) {
        fenced(coordinator, WorkCall.enter(coordinator.epoch()));
    }

    @Override
    public Set<PartitionId> write(Leadership coordinator, List<AssignmentWrite> writes) {
        fenced(coordinator, WorkCall.write(coordinator.epoch(), writes));
        return Set.of();
    }

    @Override
    public List<Release> release(Session session, List<Release> released) {
        change(WorkCall.release(session, released));
        return List.of();
    }

    @Override
    public Set<PartitionId> purge(Leadership coordinator, List<Assignment> retired) {
        fenced(coordinator, WorkCall.purge(coordinator.epoch(), retired));
        return part.read(it -> it.withoutRows(retired));
    }

    @Override
    public void purge(Leadership coordinator, TaskListName list) {
        fenced(coordinator, WorkCall.purge(coordinator.epoch(), list));
    }

    @Override
    public int retired() {
        return part.read(InMemoryWorkState::retired);
    }

    private void fenced(Leadership leadership, byte[] call) {
        leadership.check();
        try {
            change(call, leadership.election(), leadership.epoch());
        } catch (FencedException refusal) {
            leadership.refused(refusal);
            throw refusal;
        }
    }

    private WorkAnswer change(byte[] call) {
        return change(call, Session.COORDINATOR, NO_EPOCH);
    }

    private WorkAnswer change(byte[] call, ElectionName election, Epoch presented) {
        byte[] bytes = await(group.call(WorkStatePart.NAME, call, patience), "the group did not answer in time");
        WorkAnswer answer = WorkAnswer.read(bytes);
        awaitApplied(answer.orThrow(election, presented));
        return answer;
    }

    private void awaitApplied(WorkVersion version) {
        CompletableFuture<Void> applied = new CompletableFuture<>();
        Runnable look = () -> {
            if (!part.version().isBehind(version)) {
                applied.complete(null);
            }
        };
        Runnable end = part.onChange(look);
        try {
            look.run();
            await(applied, "it was done, but this member has not applied it yet");
        } finally {
            end.run();
        }
    }

    private <T> T await(CompletableFuture<T> future, String late) {
        try {
            // The group client keeps to the time by itself; twice that is for one that does not.
            return future.get(2 * patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooLate) {
            throw new OutcomeUnknownException(late, tooLate);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknownException("interrupted while waiting for the group", interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof BatonException known) {
                throw known;
            }
            if (failed.getCause() instanceof EntryTooLargeException never) {
                throw never;
            }
            throw new UnavailableException("the group cannot be asked", failed);
        }
    }

    @Override
    public Runnable onChange(Runnable changed) {
        return part.onChange(changed);
    }

    @Override
    public void close() {}
}
