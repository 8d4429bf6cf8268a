// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.raft.member.EngineMetrics;
import dev.baton.raft.member.EngineMetrics.Counted;
import dev.baton.raft.member.EngineMetrics.Timed;
import dev.baton.raft.member.MemberView;
import dev.baton.raft.member.RaftMember;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What is measured of this node's member of the Raft group, and of the engine below it. */
final class GroupMetrics {
    private static final Map<Timed, String> TIMED = Map.of(
            Timed.APPEND, "time until an entry is on this member's disk",
            Timed.SYNC, "time that the disk took to keep what was written",
            Timed.SNAPSHOT, "time that a snapshot of all state took",
            Timed.ELECTION, "time that an election took that this member started");
    private static final Map<Counted, String> COUNTED = Map.of(
            Counted.ELECTIONS_STARTED, "elections that this member started",
            Counted.LEADER_TIMEOUTS, "leader timeouts of this member",
            Counted.ENTRIES_REFUSED, "entries that were not taken because too many waited",
            Counted.SNAPSHOTS_INSTALLED, "snapshots that this member installed from a leader",
            Counted.REQUESTS_RETRIED, "requests of this node that were retried at another leader");

    private final MeterRegistry registry;
    private final RaftMember member;
    private final MultiGauge lag;
    private final MultiGauge silence;

    GroupMetrics(MeterRegistry registry, RaftMember member) {
        this.registry = registry;
        this.member = member;
        this.lag = MultiGauge.builder("baton.raft.lag")
                .description("entries that a member is behind; reported by the leader only")
                .register(registry);
        this.silence = MultiGauge.builder("baton.raft.silent")
                .description("time since a member answered; reported by the leader only")
                .baseUnit("seconds")
                .register(registry);
    }

    void register() {
        gauge("baton.raft.term", "the term of the group", RaftMember::term);
        gauge("baton.raft.leads", "1 if this member leads the group", it -> it.leads() ? 1 : 0);
        gauge(
                "baton.raft.leader.known",
                "1 if this member knows a leader of the group",
                it -> it.leader().isPresent() ? 1 : 0);
        gauge("baton.raft.committed", "the last entry known to be committed", RaftMember::committedIndex);
        gauge("baton.raft.applied", "the last entry that this member has applied", RaftMember::appliedIndex);
        gauge("baton.raft.snapshot", "the last entry that is in a snapshot", RaftMember::snapshotIndex);
        gauge(
                "baton.raft.voters",
                "members that vote",
                it -> it.members().stream()
                        .filter(each -> each.role() != MemberView.Role.LISTENER)
                        .count());
        gauge(
                "baton.raft.pending",
                "entries that wait to be committed by this leader",
                it -> it.measures().pending());
        COUNTED.forEach(this::count);
        time();
    }

    private void gauge(String name, String about, ToDoubleFunction<RaftMember> value) {
        Gauge.builder(name, member, value).description(about).register(registry);
    }

    private void count(Counted kind, String about) {
        FunctionCounter.builder("baton.raft." + named(kind), member.measures(), it -> it.count(kind))
                .description(about)
                .register(registry);
    }

    private void time() {
        Map<Timed, Timer> timers = new EnumMap<>(Timed.class);
        TIMED.forEach((kind, about) -> timers.put(
                kind,
                Timer.builder("baton.raft." + named(kind) + ".time")
                        .description(about)
                        .serviceLevelObjectives(
                                Duration.ofMillis(1),
                                Duration.ofMillis(5),
                                Duration.ofMillis(25),
                                Duration.ofMillis(100),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(2))
                        .register(registry)));
        EngineMetrics measures = member.measures();
        measures.timing((kind, took) -> Optional.ofNullable(timers.get(kind)).ifPresent(it -> it.record(took)));
    }

    private static String named(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** Looks at the other members again, whom the leader alone knows. To be called every so often. */
    void look() {
        List<MemberView> members = member.leads() ? member.members() : List.of();
        lag.register(rows(members, it -> it.lag().map(Long::doubleValue)), true);
        silence.register(rows(members, it -> it.silent().map(span -> span.toMillis() / 1e3)), true);
    }

    private static List<MultiGauge.Row<?>> rows(
            List<MemberView> members, Function<MemberView, Optional<Double>> value) {
        return members.stream()
                .flatMap(member -> value
                        .apply(member)
                        .<MultiGauge.Row<?>>map(it -> MultiGauge.Row.of(
                                Tags.of("member", member.node().value()), it))
                        .stream())
                .toList();
    }
}
