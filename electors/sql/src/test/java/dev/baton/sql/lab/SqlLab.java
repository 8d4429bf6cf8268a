// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.SqlSchema;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import dev.baton.sql.lab.Effects.Effect;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.ProcessLab;
import dev.baton.testkit.safety.CallbacksAlternate;
import dev.baton.testkit.safety.FencedWritesStayOut;
import dev.baton.testkit.safety.HistoryChecker;
import dev.baton.testkit.safety.NoEffectWithoutLease;
import dev.baton.testkit.safety.OneHolderPerEpoch;
import dev.baton.testkit.safety.SelfStop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Nodes in processes of their own on one real database, and what may be said about them afterwards. */
public final class SqlLab extends ProcessLab {
    /** Those of the invariants that need no look into the database's own history. */
    private static final HistoryChecker RULES = new HistoryChecker(List.of(
            OneHolderPerEpoch::new,
            FencedWritesStayOut::new,
            CallbacksAlternate::new,
            SelfStop::new,
            NoEffectWithoutLease::new));

    private final TestDatabase database;
    private final Path passwordFile;

    /** New tables in the database, and files of all processes in the directory. */
    public SqlLab(TestDatabase database, Path directory) {
        super(directory, Optional.empty());
        this.database = database;
        this.passwordFile = directory.resolve("password");
        TableNames tables = TableNames.DEFAULT;
        database.run("DROP TABLE IF EXISTS " + tables.lease(), "DROP TABLE IF EXISTS " + tables.fence());
        new SqlSchema(database.database(), tables).create();
        try (Connection connection = connect()) {
            Files.writeString(passwordFile, database.password());
            Effects.create(connection);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    /** First effect of a leader under an epoch, by the monotonic clock that all processes of a host share. */
    public record Acting(LabProcess node, long epoch, long atNanos) {}

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(database.url(), database.user(), database.password());
    }

    public LabProcess start(String node, Duration lease, boolean peers) {
        return start(node, lease, peers, database.url());
    }

    /** @param throughUrl how this node reaches the database */
    LabProcess start(String node, Duration lease, boolean peers, String throughUrl) {
        return start(node, lease, peers, throughUrl, false);
    }

    /** A node whose standard error is a pipe that is full and that nobody reads. */
    LabProcess startUnheard(String node, Duration lease, boolean peers, String throughUrl) {
        return start(node, lease, peers, throughUrl, true);
    }

    private LabProcess start(String node, Duration lease, boolean peers, String throughUrl, boolean unheard) {
        Function<Path, List<String>> arguments = history ->
                new LabOptions(node, throughUrl, database.user(), passwordFile, lease, peers, history).asArguments();
        return unheard
                ? launchUnheard(node, SqlNode.class, List.of("-D" + SqlNode.FULL_ERRORS + "=true"), arguments)
                : launch(node, SqlNode.class, List.of(), arguments);
    }

    /** The newest leader that has acted. */
    Optional<Acting> newest() {
        return started().stream()
                .flatMap(node -> node.last("acting ").stream().map(line -> acting(node, line)))
                .max(Comparator.comparingLong(Acting::epoch));
    }

    private static Acting acting(LabProcess node, String line) {
        String[] words = line.split(" ", -1);
        return new Acting(node, Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    /** Waits for a leader with a higher epoch to act. */
    public Acting awaitActingAfter(long epoch) {
        return await(
                "a leader acts under an epoch above " + epoch, () -> newest().filter(acting -> acting.epoch() > epoch));
    }

    /** Waits until this many standbys hold a connection to the leader. */
    public void awaitWatched(Acting leader, int standbys) {
        Optional<String> line = Optional.of("standbys " + standbys);
        Eventually.eventually(
                leader.node().name() + " has " + standbys + " standbys",
                PATIENCE,
                () -> leader.node().last("standbys ").equals(line),
                this::state);
    }

    /** Checks everything that the processes and the fenced table wrote down; ends all nodes before. */
    public List<Effect> check() {
        List<Effect> effects = checkEffects();
        assertThat(RULES.check(history(effects))).isEmpty();
        return effects;
    }

    /** Checks what the fenced table accepted: nothing of a replaced leader, no two leaders at once. Ends all nodes before. */
    public List<Effect> checkEffects() {
        close();
        List<Effect> effects;
        try (Connection connection = connect()) {
            effects = Effects.read(connection);
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
        assertThat(effects).isNotEmpty();
        assertThat(effects)
                .extracting(Effect::epoch)
                .as("epochs in the order of the fenced table")
                .isSorted();
        checkOverlap(effects);
        return effects;
    }

    /** Nobody began to act before all earlier leaders had ended to. */
    private static void checkOverlap(List<Effect> effects) {
        Map<Long, Long> lastActed = new HashMap<>();
        effects.forEach(effect -> lastActed.merge(effect.epoch(), effect.atNanos(), Math::max));
        for (Effect effect : effects) {
            lastActed.forEach((epoch, at) -> {
                if (epoch < effect.epoch()) {
                    assertThat(effect.atNanos() - at)
                            .as("epoch " + effect.epoch() + " acts after epoch " + epoch)
                            .isPositive();
                }
            });
        }
    }

    /** What the nodes wrote down, who was given each epoch, and what the fenced table accepted. */
    private History history(List<Effect> effects) {
        List<HistoryEvent> events = new ArrayList<>(history().events());
        List<HistoryEvent> elected =
                events.stream().filter(event -> event.is(Op.ELECTED, Kind.OK)).toList();
        elected.forEach(event -> events.add(
                event(event.monoNanos(), Op.STORE_ACQUIRE, event.epoch(), "holder=" + event.process() + " token=-")));
        effects.forEach(
                effect -> events.add(event(effect.atNanos(), Op.EFFECT, effect.epoch(), "by=" + effect.process())));
        return new History(events);
    }

    private static HistoryEvent event(long at, Op op, long epoch, String value) {
        return new HistoryEvent(0, "database", "-", at, 0, Kind.OK, op, SqlNode.ELECTION.value(), epoch, value);
    }
}
