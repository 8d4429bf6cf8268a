// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.work;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.DefinitionChange;
import dev.baton.work.PlacementRule;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerRegistration;
import dev.baton.work.memory.InMemoryWorkState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A call of a work store in bytes. It is the entry of the log as well: all that it needs is in it, and the fence and
 * the conditions of its rows are checked where it is applied.
 */
final class WorkCall {
    private static final int DEFINE = 1;
    private static final int ADD_RULE = 2;
    private static final int REMOVE_RULE = 3;
    private static final int REGISTER = 4;
    private static final int DRAIN = 5;
    private static final int FORGET = 6;
    private static final int ENTER = 7;
    private static final int WRITE = 8;
    private static final int RELEASE = 9;
    private static final int CHANGE = 10;
    private static final int PURGE = 11;
    private static final int PURGE_LIST = 12;

    private WorkCall() {}

    private static byte[] call(int kind, Consumer<FieldWriter> body) {
        return new FieldWriter().number(1, kind).nested(2, body).toBytes();
    }

    static byte[] define(TaskList list) {
        return call(DEFINE, out -> WorkFields.write(out, list));
    }

    static byte[] add(PlacementRule rule) {
        return call(ADD_RULE, out -> WorkFields.write(out, rule));
    }

    static byte[] remove(PlacementRule rule) {
        return call(REMOVE_RULE, out -> WorkFields.write(out, rule));
    }

    static byte[] register(ElectionName election, Epoch session, WorkerRegistration worker) {
        return call(
                REGISTER,
                out -> out.text(1, election.toString())
                        .number(2, session.value())
                        .nested(3, in -> WorkFields.write(in, worker)));
    }

    static byte[] drain(NodeId worker, boolean draining) {
        return call(DRAIN, out -> out.text(1, worker.value()).flag(2, draining));
    }

    static byte[] forget(Session session) {
        return call(FORGET, out -> WorkFields.write(out, session));
    }

    static byte[] enter(Epoch coordinator) {
        return call(ENTER, out -> out.number(1, coordinator.value()));
    }

    static byte[] write(Epoch coordinator, List<AssignmentWrite> writes) {
        NameTable names = new NameTable();
        FieldWriter rows = new FieldWriter();
        for (AssignmentWrite write : writes) {
            rows.nested(3, out -> {
                out.nested(1, in -> WorkFields.write(in, write.next(), names));
                write.seen()
                        .ifPresent(seen -> out.number(2, 1 + WorkFields.STATES.indexOf(seen.state()))
                                .number(3, seen.token()));
            });
        }
        return call(WRITE, out -> {
            out.number(1, coordinator.value());
            names.write(out, 2);
            out.bytes(4, rows.toBytes());
        });
    }

    static byte[] release(Session session, List<Release> released) {
        return call(RELEASE, out -> {
            out.nested(1, in -> WorkFields.write(in, session));
            released.forEach(it -> out.nested(2, in -> write(in, it)));
        });
    }

    private static void write(FieldWriter out, Release one) {
        out.text(1, one.partition().list().toString())
                .number(2, one.partition().number())
                .number(3, one.token());
    }

    static byte[] purge(Epoch coordinator, List<Assignment> retired) {
        return call(PURGE, out -> {
            out.number(1, coordinator.value());
            retired.forEach(it -> out.nested(2, in -> write(in, new Release(it.partition(), it.token()))));
        });
    }

    static byte[] purge(Epoch coordinator, TaskListName list) {
        return call(PURGE_LIST, out -> out.number(1, coordinator.value()).text(2, list.toString()));
    }

    static byte[] change(WorkVersion seen, List<DefinitionChange> changes) {
        return call(CHANGE, out -> {
            out.number(1, seen.definitions());
            changes.forEach(it -> out.bytes(2, one(it)));
        });
    }

    private static byte[] one(DefinitionChange change) {
        if (change instanceof DefinitionChange.Define define) {
            return define(define.list());
        } else if (change instanceof DefinitionChange.AddRule add) {
            return add(add.rule());
        } else if (change instanceof DefinitionChange.RemoveRule remove) {
            return remove(remove.rule());
        }
        DefinitionChange.SetDraining drain = (DefinitionChange.SetDraining) change;
        return drain(drain.worker(), drain.draining());
    }

    /** Does to the stored work what the call says; false if it was for another version. */
    static boolean apply(byte[] call, InMemoryWorkState work) {
        int kind = 0;
        byte[] body = {};
        FieldReader in = new FieldReader(call);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = in.number(Integer.MAX_VALUE);
                case 2 -> body = in.bytes();
                default -> {}
            }
        }
        FieldReader fields = new FieldReader(body);
        switch (kind) {
            case DEFINE -> work.define(WorkFields.list(fields));
            case ADD_RULE -> work.add(WorkFields.rule(fields));
            case REMOVE_RULE -> work.remove(WorkFields.rule(fields));
            case REGISTER -> applyRegister(fields, work);
            case DRAIN -> applyDrain(fields, work);
            case FORGET -> work.forget(WorkFields.session(fields));
            case ENTER -> work.enter(Epoch.of(first(fields)));
            case WRITE -> applyWrite(fields, work);
            case RELEASE -> applyRelease(fields, work);
            case PURGE -> applyPurge(fields, work);
            case PURGE_LIST -> applyPurgeList(fields, work);
            case CHANGE -> {
                return applyChange(fields, work);
            }
            default -> throw new MalformedException("a call is of the kind " + kind);
        }
        return true;
    }

    private static boolean applyChange(FieldReader in, InMemoryWorkState work) {
        long seen = 0;
        List<DefinitionChange> changes = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> seen = in.number();
                case 2 -> changes.add(one(in.nested()));
                default -> {}
            }
        }
        return work.change(new WorkVersion(seen, 0), changes);
    }

    private static DefinitionChange one(FieldReader in) {
        int kind = 0;
        byte[] body = {};
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = in.number(Integer.MAX_VALUE);
                case 2 -> body = in.bytes();
                default -> {}
            }
        }
        FieldReader fields = new FieldReader(body);
        return switch (kind) {
            case DEFINE -> new DefinitionChange.Define(WorkFields.list(fields));
            case ADD_RULE -> new DefinitionChange.AddRule(WorkFields.rule(fields));
            case REMOVE_RULE -> new DefinitionChange.RemoveRule(WorkFields.rule(fields));
            case DRAIN -> drain(fields);
            default -> throw new MalformedException("a change is of the kind " + kind);
        };
    }

    private static long first(FieldReader in) {
        long number = 0;
        while (in.next()) {
            if (in.field() == 1) {
                number = in.number();
            }
        }
        return number;
    }

    private static void applyRegister(FieldReader in, InMemoryWorkState work) {
        String election = "";
        long epoch = 0;
        WorkerRegistration worker = null;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> election = in.text();
                case 2 -> epoch = in.number();
                case 3 -> worker = WorkFields.worker(in.nested());
                default -> {}
            }
        }
        if (worker == null) {
            throw new MalformedException("a registration has no worker");
        }
        work.register(ElectionName.of(election), Epoch.of(epoch), worker);
    }

    private static void applyDrain(FieldReader in, InMemoryWorkState work) {
        DefinitionChange.SetDraining drain = drain(in);
        work.setDraining(drain.worker(), drain.draining());
    }

    private static DefinitionChange.SetDraining drain(FieldReader in) {
        String worker = "";
        boolean draining = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> worker = in.text();
                case 2 -> draining = in.flag();
                default -> {}
            }
        }
        return new DefinitionChange.SetDraining(NodeId.of(worker), draining);
    }

    private static void applyWrite(FieldReader in, InMemoryWorkState work) {
        long coordinator = 0;
        NameTable names = new NameTable();
        List<AssignmentWrite> writes = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> coordinator = in.number();
                case 2 -> names.add(in.text());
                case 4 -> {
                    FieldReader rows = in.nested();
                    while (rows.next()) {
                        if (rows.field() == 3) {
                            writes.add(write(rows.nested(), names));
                        }
                    }
                }
                default -> {}
            }
        }
        work.write(Epoch.of(coordinator), writes);
    }

    private static AssignmentWrite write(FieldReader in, NameTable names) {
        Assignment next = null;
        int seenState = 0;
        long seenToken = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> next = WorkFields.assignment(in.nested(), names);
                case 2 -> seenState = in.number(WorkFields.STATES.size());
                case 3 -> seenToken = in.number();
                default -> {}
            }
        }
        if (next == null) {
            throw new MalformedException("a write has no assignment");
        }
        if (seenState == 0) {
            return new AssignmentWrite(Optional.empty(), next);
        }
        // Only state and token of what was seen count.
        AssignmentState state = WorkFields.STATES.get(seenState - 1);
        Assignment seen = new Assignment(
                next.partition(),
                state,
                state.isOwned() ? Optional.of(Session.of("unknown", 1)) : Optional.empty(),
                seenToken,
                Optional.empty(),
                Epoch.NONE);
        return new AssignmentWrite(Optional.of(seen), next);
    }

    private static void applyRelease(FieldReader in, InMemoryWorkState work) {
        Session session = null;
        List<Release> released = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> session = WorkFields.session(in.nested());
                case 2 -> released.add(release(in.nested()));
                default -> {}
            }
        }
        if (session == null) {
            throw new MalformedException("a release has no session");
        }
        work.release(session, released);
    }

    private static void applyPurge(FieldReader in, InMemoryWorkState work) {
        long coordinator = 0;
        List<Release> retired = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> coordinator = in.number();
                case 2 -> retired.add(release(in.nested()));
                default -> {}
            }
        }
        work.purge(Epoch.of(coordinator), retired);
    }

    private static void applyPurgeList(FieldReader in, InMemoryWorkState work) {
        long coordinator = 0;
        String list = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> coordinator = in.number();
                case 2 -> list = in.text();
                default -> {}
            }
        }
        work.purge(Epoch.of(coordinator), TaskListName.of(list));
    }

    private static Release release(FieldReader in) {
        String list = "";
        int number = 0;
        long token = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> list = in.text();
                case 2 -> number = in.number(TaskList.MAX_PARTITIONS);
                case 3 -> token = in.number();
                default -> {}
            }
        }
        return new Release(TaskListName.of(list).partition(number), token);
    }
}
