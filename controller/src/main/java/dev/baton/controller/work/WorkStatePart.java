// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.work;

import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.controller.BatchedDecisions;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.work.Assignment;
import dev.baton.work.Definitions;
import dev.baton.work.PlacementRule;
import dev.baton.work.TaskList;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerRegistration;
import dev.baton.work.memory.InMemoryWorkState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;

/**
 * Task lists, workers and assignments as a part of the state that a group replicates. The calls of a work store have all
 * conditions in them, so that there is nothing to decide: the leader puts them in order. Any thread may read.
 */
public final class WorkStatePart implements ReplicatedPart {
    public static final String NAME = "work";

    private static final int FORMAT = 1;
    /** A snapshot that is larger is none of ours. */
    private static final int MAX_SNAPSHOT = 1 << 29;
    /** A larger entry gets no further changes. */
    private static final int FULL_ENTRY = 512 * 1024;

    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private InMemoryWorkState stored = new InMemoryWorkState();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte[] apply(long index, byte[] entry) {
        FieldWriter answers = new FieldWriter();
        boolean changed = false;
        for (byte[] call : all(entry)) {
            WorkVersion before = version();
            answers.bytes(1, apply(call).toBytes());
            changed |= !version().equals(before);
        }
        if (changed) {
            listeners.forEach(Runnable::run);
        }
        return answers.toBytes();
    }

    private synchronized WorkAnswer apply(byte[] call) {
        try {
            boolean made = WorkCall.apply(call, stored);
            return made
                    ? WorkAnswer.done(stored.version())
                    : new WorkAnswer(WorkAnswer.Kind.OVERTAKEN, stored.version(), "", 0);
        } catch (FencedException fenced) {
            return WorkAnswer.fenced(fenced, stored.version());
        } catch (MalformedException | IllegalArgumentException invalid) {
            return WorkAnswer.invalid(invalid, stored.version());
        }
    }

    private static List<byte[]> all(byte[] message) {
        List<byte[]> all = new ArrayList<>();
        FieldReader in = new FieldReader(message);
        while (in.next()) {
            if (in.field() == 1) {
                all.add(in.bytes());
            }
        }
        return all;
    }

    synchronized <T> T read(Function<InMemoryWorkState, T> reader) {
        return reader.apply(stored);
    }

    WorkVersion version() {
        return read(InMemoryWorkState::version);
    }

    /** Calls this after something was changed, or everything, on the thread that applies: it must not block. */
    Runnable onChange(Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public void snapshot(DataOutput out) throws IOException {
        byte[] bytes = read(WorkStatePart::toBytes);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] toBytes(InMemoryWorkState work) {
        FieldWriter out = new FieldWriter()
                .number(1, FORMAT)
                .number(2, work.version().definitions())
                .number(3, work.version().assignments())
                .number(4, work.coordinator().value())
                .number(10, work.purged());
        Definitions definitions = work.definitions();
        definitions.lists().forEach(list -> out.nested(5, in -> WorkFields.write(in, list)));
        definitions.workers().forEach(worker -> out.nested(6, in -> WorkFields.write(in, worker)));
        definitions.rules().forEach(rule -> out.nested(7, in -> WorkFields.write(in, rule)));
        NameTable names = new NameTable();
        FieldWriter rows = new FieldWriter();
        work.rows()
                .forEach(row -> rows.nested(
                        1,
                        in -> in.number(1, row.version())
                                .nested(2, it -> WorkFields.write(it, row.assignment(), names))));
        names.write(out, 8);
        return out.bytes(9, rows.toBytes()).toBytes();
    }

    @Override
    public void restore(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_SNAPSHOT) {
            throw new IOException("a snapshot of the work has " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        try {
            InMemoryWorkState read = fromBytes(bytes);
            synchronized (this) {
                stored = read;
            }
        } catch (MalformedException | IllegalArgumentException malformed) {
            throw new IOException("the snapshot of the work is damaged: " + malformed.getMessage(), malformed);
        }
        listeners.forEach(Runnable::run);
    }

    private static InMemoryWorkState fromBytes(byte[] bytes) {
        long definitions = 0;
        long assignments = 0;
        long coordinator = 0;
        long purged = 0;
        List<TaskList> lists = new ArrayList<>();
        List<WorkerRegistration> workers = new ArrayList<>();
        List<PlacementRule> rules = new ArrayList<>();
        NameTable names = new NameTable();
        List<InMemoryWorkState.Row> rows = new ArrayList<>();
        FieldReader in = new FieldReader(bytes);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> {
                    if (in.number() > FORMAT) {
                        throw new MalformedException("it is of format " + in.number());
                    }
                }
                case 2 -> definitions = in.number();
                case 3 -> assignments = in.number();
                case 4 -> coordinator = in.number();
                case 5 -> lists.add(WorkFields.list(in.nested()));
                case 6 -> workers.add(WorkFields.worker(in.nested()));
                case 7 -> rules.add(WorkFields.rule(in.nested()));
                case 8 -> names.add(in.text());
                case 9 -> {
                    FieldReader all = in.nested();
                    while (all.next()) {
                        rows.add(row(all.nested(), names));
                    }
                }
                case 10 -> purged = in.number();
                default -> {}
            }
        }
        return new InMemoryWorkState(
                new WorkVersion(definitions, assignments),
                Epoch.of(coordinator),
                purged,
                new Definitions(lists, workers, rules),
                rows);
    }

    private static InMemoryWorkState.Row row(FieldReader in, NameTable names) {
        long version = 0;
        Assignment assignment = null;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> version = in.number();
                case 2 -> assignment = WorkFields.assignment(in.nested(), names);
                default -> {}
            }
        }
        if (assignment == null) {
            throw new MalformedException("a row has no assignment");
        }
        return new InMemoryWorkState.Row(assignment, version);
    }

    @Override
    public PartLeader lead(GroupLeadership leadership) {
        BatchedDecisions<byte[]> decisions = new BatchedDecisions<>(leadership, new InOrder());
        return new PartLeader() {
            @Override
            public CompletableFuture<byte[]> call(byte[] request) {
                return decisions.add(request);
            }

            @Override
            public void end() {
                decisions.end();
            }
        };
    }

    /** Calls as they came. */
    private static final class InOrder implements BatchedDecisions.Decider<byte[]> {
        @Override
        public BatchedDecisions.Decision decide(List<byte[]> calls) {
            FieldWriter entry = new FieldWriter();
            List<BatchedDecisions.Reply> replies = new ArrayList<>();
            int size = 0;
            for (byte[] call : calls) {
                if (size >= FULL_ENTRY) {
                    break;
                }
                entry.bytes(1, call);
                size += call.length;
                replies.add(BatchedDecisions.Reply.item(replies.size()));
            }
            return new BatchedDecisions.Decision(entry.toBytes(), replies);
        }

        @Override
        public List<byte[]> answers(byte[] applied) {
            return all(applied);
        }

        @Override
        public byte[] busy() {
            return WorkAnswer.busy().toBytes();
        }
    }
}
