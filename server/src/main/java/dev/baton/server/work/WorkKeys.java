// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.NodeId;
import dev.baton.internal.check.Validation;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.elector.SqlBackend;
import dev.baton.server.guarded.CommandTimes;
import dev.baton.server.part.ElectionPlan;
import dev.baton.server.part.NodePlan;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.work.AllocatorSettings;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkerRegistration;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section {@code work}. */
final class WorkKeys {
    private static final String LISTS = "work.lists";
    private static final int NO_LIMIT = 0;
    /** Each command has two keepers that check it ten times a second. */
    private static final int COMMANDS_LIMIT = 1_000;

    private static final ConfigKey<Boolean> COORDINATE = ConfigKey.of(
            "work.coordinate",
            KeyType.bool(),
            false,
            "whether this node may coordinate: the one that is elected spreads partitions over the workers");
    private static final ConfigKey<Boolean> WORKER = ConfigKey.of(
            "work.worker",
            KeyType.bool(),
            false,
            "whether this node takes partitions, by node.weight and in node.zone; it logs them, and runs work.command");
    private static final ConfigKey<List<String>> TAKES = ConfigKey.of(
            "work.takes", KeyType.texts(), List.of(), "the task lists that this node takes; all without it");
    private static final ConfigKey<List<String>> METADATA = ConfigKey.of(
            "work.metadata",
            KeyType.texts(),
            List.of(),
            "what is shown with the worker of this node, as in [version=1.4, rack=7]");
    private static final ConfigKey<List<String>> COMMAND = ConfigKey.of(
            "work.command",
            KeyType.texts(),
            List.of(),
            "a command and its arguments that this node runs for each partition it has, as in [./consume.sh, --fast]");
    private static final ConfigKey<Duration> GRACE = ConfigKey.derived(
            "work.grace",
            KeyType.duration(),
            Duration.ofSeconds(2),
            "a fifth of the lease",
            "how long such a command may take to exit after TERM; KILL follows");
    private static final ConfigKey<Integer> MAX_COMMANDS = ConfigKey.of(
            "work.max_commands",
            KeyType.number(1, COMMANDS_LIMIT),
            16,
            "how many of them may run at a time; partitions beyond wait, and have the alarm WORK_COMMANDS_WAIT");
    private static final ConfigKey<Integer> MAX_MOVES = ConfigKey.of(
                    "work.max_moves",
                    KeyType.number(NO_LIMIT, TaskList.MAX_PARTITIONS),
                    NO_LIMIT,
                    "how many partitions may be on their way between live workers at a time; 0 for no limit")
            .reloading();
    private static final ConfigKey<Duration> LEAVE_TIMEOUT = ConfigKey.of(
                    "work.leave_timeout",
                    KeyType.duration(),
                    Duration.ofSeconds(5),
                    "how long a node that stops waits for others to take its partitions over")
            .reloading();
    private static final ConfigKey<String> NAME = ConfigKey.of(
                    "work.lists[].name",
                    KeyType.text(),
                    "",
                    "a task list that is created or changed by the node that coordinates, as in billing/invoices")
            .reloading();
    private static final ConfigKey<Integer> PARTITIONS = ConfigKey.of(
                    "work.lists[].partitions",
                    KeyType.number(0, TaskList.MAX_PARTITIONS),
                    1,
                    "how many partitions it has; those beyond a smaller number are released first")
            .reloading();
    private static final ConfigKey<Integer> WEIGHT = ConfigKey.of(
                    "work.lists[].weight",
                    KeyType.number(1, TaskList.MAX_WEIGHT),
                    1,
                    "how much each partition counts when load is balanced")
            .reloading();
    private static final ConfigKey<Boolean> RETIRED = ConfigKey.of(
                    "work.lists[].retired",
                    KeyType.bool(),
                    false,
                    "whether its partitions are released and not given out again")
            .reloading();

    private WorkKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                COORDINATE,
                WORKER,
                TAKES,
                METADATA,
                COMMAND,
                GRACE,
                MAX_COMMANDS,
                MAX_MOVES,
                LEAVE_TIMEOUT,
                NAME,
                PARTITIONS,
                WEIGHT,
                RETIRED);
    }

    /** Reads the settings; empty if the node does not take part in work, or its configuration is invalid. */
    static Optional<WorkSettings> read(EffectiveConfig values, NodePlan node, Problems problems) {
        boolean coordinate = values.get(COORDINATE);
        boolean worker = values.get(WORKER);
        Map<TaskListName, TaskList> lists = lists(values, problems);
        if (!coordinate && values.count(LISTS) > 0) {
            problems.add(LISTS, "are for nodes with work.coordinate: true, which create them");
        }
        if (!worker && !values.get(TAKES).isEmpty()) {
            problems.add(values.origin(TAKES), "is for nodes with work.worker: true");
        }
        if (!worker && !values.get(METADATA).isEmpty()) {
            problems.add(values.origin(METADATA), "is for nodes with work.worker: true");
        }
        if (!coordinate && !worker) {
            return Optional.empty();
        }
        if (worker && node.weight() < 1) {
            problems.add(values.origin(WORKER), "needs a node.weight of 1 or more");
        }
        WorkBackend backend = WorkBackend.of(node).orElse(null);
        if (backend == null) {
            problems.add(
                    values.origin(coordinate ? COORDINATE : WORKER),
                    "needs elector.type sql, or raft on a member of its group");
            return Optional.empty();
        }
        node.elections().stream()
                .map(ElectionPlan::name)
                .filter(it -> it.value().startsWith(Session.COORDINATOR.value()))
                .forEach(it -> problems.add(
                        "elections", it + " is taken: names that begin with " + Session.COORDINATOR + " are for work"));
        Optional<List<TaskListName>> takes = problems.collect(
                values.origin(TAKES),
                () -> values.get(TAKES).stream().map(TaskListName::of).toList());
        Map<String, String> metadata = problems.collect(
                        values.origin(METADATA), () -> metadata(node.id(), values.get(METADATA)))
                .orElse(Map.of());
        int moves = values.get(MAX_MOVES);
        return takes.map(taken -> new WorkSettings(
                backend,
                coordinate,
                worker,
                taken,
                metadata,
                command(values, backend.sql(), problems),
                moves == NO_LIMIT ? AllocatorSettings.UNLIMITED : moves,
                values.get(LEAVE_TIMEOUT),
                lists));
    }

    private static Map<String, String> metadata(NodeId node, List<String> entries) {
        Map<String, String> metadata = new LinkedHashMap<>();
        for (String entry : entries) {
            int equals = entry.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + entry + "' is not of the form key=value");
            }
            if (metadata.put(entry.substring(0, equals), entry.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("duplicate key " + entry.substring(0, equals));
            }
        }
        WorkerRegistration.checkMetadata(node, metadata);
        return metadata;
    }

    private static Optional<PartitionCommand> command(
            EffectiveConfig values, Optional<SqlBackend> database, Problems problems) {
        List<String> command = values.get(COMMAND);
        if (command.isEmpty()) {
            return Optional.empty();
        }
        String origin = values.origin(COMMAND);
        if (!values.get(WORKER)) {
            problems.add(origin, "is for nodes with work.worker: true");
        }
        if (database.isEmpty()) {
            problems.add(origin, "needs elector.type sql");
            return Optional.empty();
        }
        SqlBackend backend = database.get();
        if (backend.provesEnd()) {
            problems.add(
                    origin,
                    "needs elector.sql.peer.enabled: false, since proof that this node is gone is no proof that"
                            + " its commands are");
        }
        LeaseTerms terms = backend.settings().terms();
        CommandTimes times = values.isSet(GRACE) ? new CommandTimes(terms, values.get(GRACE)) : CommandTimes.of(terms);
        return problems.collect(values.origin(GRACE), () -> {
            times.check(Validation.of("work")).check();
            return new PartitionCommand(command, times, values.get(MAX_COMMANDS));
        });
    }

    private static Map<TaskListName, TaskList> lists(EffectiveConfig values, Problems problems) {
        Map<TaskListName, TaskList> lists = new LinkedHashMap<>();
        for (int i = 0; i < values.count(LISTS); i++) {
            int position = i;
            problems.collect(values.origin(NAME, i), () -> list(values, position))
                    .ifPresent(list -> {
                        if (lists.put(list.name(), list) != null) {
                            problems.add(values.origin(NAME, position), "duplicate task list " + list.name());
                        }
                    });
        }
        return lists;
    }

    private static TaskList list(EffectiveConfig values, int position) {
        return new TaskList(
                TaskListName.of(values.get(NAME, position)),
                values.get(PARTITIONS, position),
                values.get(WEIGHT, position),
                values.get(RETIRED, position));
    }
}
