// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.work;

import dev.baton.Epoch;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkerRegistration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** The values of a work store in bytes. */
final class WorkFields {
    // Their places are part of the encoding, and never change.
    private static final List<PlacementRule.Kind> KINDS = List.of(PlacementRule.Kind.PIN, PlacementRule.Kind.BAN);
    static final List<AssignmentState> STATES = List.of(
            AssignmentState.FREE,
            AssignmentState.ASSIGNED,
            AssignmentState.RELEASING,
            AssignmentState.RETIRED,
            AssignmentState.DAMAGED);

    private WorkFields() {}

    static void write(FieldWriter out, TaskList list) {
        out.text(1, list.name().toString())
                .number(2, list.partitions())
                .number(3, list.weight())
                .flag(4, list.retired());
    }

    static TaskList list(FieldReader in) {
        String name = "";
        int partitions = 0;
        int weight = 0;
        boolean retired = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> name = in.text();
                case 2 -> partitions = in.number(TaskList.MAX_PARTITIONS);
                case 3 -> weight = in.number(TaskList.MAX_WEIGHT);
                case 4 -> retired = in.flag();
                default -> {}
            }
        }
        return new TaskList(TaskListName.of(name), partitions, weight, retired);
    }

    static void write(FieldWriter out, Session session) {
        out.text(1, session.worker().value()).number(2, session.epoch().value());
    }

    static Session session(FieldReader in) {
        String worker = "";
        long epoch = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> worker = in.text();
                case 2 -> epoch = in.number();
                default -> {}
            }
        }
        return Session.of(worker, epoch);
    }

    static void write(FieldWriter out, WorkerRegistration worker) {
        out.nested(1, in -> write(in, worker.session()))
                .number(2, worker.incarnation().value())
                .text(3, worker.zone())
                .number(4, worker.weight())
                .flag(7, worker.draining());
        worker.taskLists().stream().sorted().forEach(list -> out.text(5, list.toString()));
        new TreeMap<>(worker.metadata())
                .forEach((key, value) -> out.nested(6, in -> in.text(1, key).text(2, value)));
    }

    static WorkerRegistration worker(FieldReader in) {
        Session session = null;
        long incarnation = 0;
        String zone = "";
        int weight = 0;
        Set<TaskListName> lists = new HashSet<>();
        Map<String, String> metadata = new HashMap<>();
        boolean draining = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> session = session(in.nested());
                case 2 -> incarnation = in.number();
                case 3 -> zone = in.text();
                case 4 -> weight = in.number(WorkerRegistration.MAX_WEIGHT);
                case 5 -> lists.add(TaskListName.of(in.text()));
                case 6 -> addPair(in.nested(), metadata);
                case 7 -> draining = in.flag();
                default -> {}
            }
        }
        if (session == null) {
            throw new MalformedException("a worker has no session");
        }
        return new WorkerRegistration(session, new Incarnation(incarnation), zone, weight, lists, metadata, draining);
    }

    private static void addPair(FieldReader in, Map<String, String> to) {
        String key = "";
        String value = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> key = in.text();
                case 2 -> value = in.text();
                default -> {}
            }
        }
        to.put(key, value);
    }

    static void write(FieldWriter out, PlacementRule rule) {
        out.number(1, KINDS.indexOf(rule.kind()))
                .text(2, rule.list().toString())
                .number(3, rule.partition().orElse(-1) + 1L)
                .text(4, rule.worker().value());
    }

    static PlacementRule rule(FieldReader in) {
        int kind = 0;
        String list = "";
        int partition = 0;
        String worker = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = in.number(KINDS.size() - 1);
                case 2 -> list = in.text();
                case 3 -> partition = in.number(TaskList.MAX_PARTITIONS);
                case 4 -> worker = in.text();
                default -> {}
            }
        }
        return new PlacementRule(
                KINDS.get(kind),
                TaskListName.of(list),
                partition == 0 ? OptionalInt.empty() : OptionalInt.of(partition - 1),
                NodeId.of(worker));
    }

    /** An assignment of a list that is known; names are numbers of a table, since they come again and again. */
    static void write(FieldWriter out, Assignment assignment, NameTable names) {
        out.number(1, names.number(assignment.partition().list().toString()))
                .number(2, assignment.partition().number())
                .number(3, STATES.indexOf(assignment.state()))
                .number(6, assignment.token())
                .number(8, assignment.coordinator().value());
        assignment
                .owner()
                .ifPresent(owner -> out.number(4, names.number(owner.worker().value()))
                        .number(5, owner.epoch().value()));
        assignment.target().ifPresent(target -> out.number(7, names.number(target.value())));
    }

    static Assignment assignment(FieldReader in, NameTable names) {
        long list = 0;
        int number = 0;
        int state = 0;
        long owner = 0;
        long ownerEpoch = 0;
        long token = 0;
        long target = 0;
        long coordinator = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> list = in.number();
                case 2 -> number = in.number(TaskList.MAX_PARTITIONS);
                case 3 -> state = in.number(STATES.size() - 1);
                case 4 -> owner = in.number();
                case 5 -> ownerEpoch = in.number();
                case 6 -> token = in.number();
                case 7 -> target = in.number();
                case 8 -> coordinator = in.number();
                default -> {}
            }
        }
        return new Assignment(
                new PartitionId(TaskListName.of(names.name(list)), number),
                STATES.get(state),
                owner == 0 ? Optional.empty() : Optional.of(Session.of(names.name(owner), ownerEpoch)),
                token,
                target == 0 ? Optional.empty() : Optional.of(NodeId.of(names.name(target))),
                Epoch.of(coordinator));
    }
}
