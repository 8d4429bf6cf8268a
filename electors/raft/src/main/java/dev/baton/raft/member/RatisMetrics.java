// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.member.EngineMetrics.Counted;
import dev.baton.raft.member.EngineMetrics.Timed;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.apache.ratis.server.metrics.LeaderElectionMetrics;
import org.apache.ratis.server.metrics.RaftServerMetricsImpl;
import org.apache.ratis.server.metrics.SegmentedRaftLogMetrics;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/**
 * Takes the place of Ratis's own metrics, which need Dropwizard and keep histograms of everything: what is worth
 * watching goes to the {@link EngineMetrics} of the member that it is about. Public for the service loader alone.
 */
public final class RatisMetrics extends MetricRegistries {
    private static final Map<String, Timed> TIMED = Map.of(
            SegmentedRaftLogMetrics.RAFT_LOG_APPEND_ENTRY_LATENCY,
            Timed.APPEND,
            SegmentedRaftLogMetrics.RAFT_LOG_SYNC_TIME,
            Timed.SYNC,
            LeaderElectionMetrics.LEADER_ELECTION_TIME_TAKEN,
            Timed.ELECTION,
            "takeSnapshot",
            Timed.SNAPSHOT);
    private static final Map<String, Counted> COUNTED = Map.of(
            LeaderElectionMetrics.LEADER_ELECTION_COUNT_METRIC, Counted.ELECTIONS_STARTED,
            LeaderElectionMetrics.LEADER_ELECTION_TIMEOUT_COUNT_METRIC, Counted.LEADER_TIMEOUTS,
            RaftServerMetricsImpl.REQUEST_QUEUE_LIMIT_HIT_COUNTER, Counted.ENTRIES_REFUSED,
            RaftServerMetricsImpl.REQUEST_BYTE_SIZE_LIMIT_HIT_COUNTER, Counted.ENTRIES_REFUSED,
            RaftServerMetricsImpl.RATIS_SERVER_INSTALL_SNAPSHOT_COUNT, Counted.SNAPSHOTS_INSTALLED);
    /** Between the member and the group in the name of what is measured. */
    private static final String GROUP = "@group-";

    @Override
    public void clear() {}

    @Override
    public RatisMetricRegistry create(MetricRegistryInfo info) {
        int group = info.getPrefix().lastIndexOf(GROUP);
        String member = group < 0 ? info.getPrefix() : info.getPrefix().substring(0, group);
        return new OfMember(info, EngineMetrics.of(member));
    }

    @Override
    public boolean remove(MetricRegistryInfo info) {
        return false;
    }

    @Override
    public Optional<RatisMetricRegistry> get(MetricRegistryInfo info) {
        return Optional.empty();
    }

    @Override
    public Set<MetricRegistryInfo> getMetricRegistryInfos() {
        return Set.of();
    }

    @Override
    public Collection<RatisMetricRegistry> getMetricRegistries() {
        return List.of();
    }

    @Override
    public void addReporterRegistration(
            Consumer<RatisMetricRegistry> reporter, Consumer<RatisMetricRegistry> stopReporter) {}

    @Override
    public void enableJmxReporter() {}

    @Override
    public void enableConsoleReporter(TimeDuration rate) {}

    private record OfMember(MetricRegistryInfo info, Optional<EngineMetrics> measures) implements RatisMetricRegistry {
        private static final Timekeeper.Context UNTIMED = () -> 0;

        @Override
        public Timekeeper timer(String name) {
            Timed kind = TIMED.get(name);
            if (kind == null || measures.isEmpty()) {
                return () -> UNTIMED;
            }
            EngineMetrics kept = measures.get();
            return () -> kept.time(kind);
        }

        @Override
        public LongCounter counter(String name) {
            Counted kind = COUNTED.get(name);
            return new Counter(
                    new LongAdder(),
                    kind == null ? null : measures.map(it -> it.counter(kind)).orElse(null));
        }

        @Override
        public boolean remove(String name) {
            return false;
        }

        @Override
        public <T> void gauge(String name, Supplier<Supplier<T>> value) {
            if (name.equals(RaftServerMetricsImpl.REQUEST_QUEUE_SIZE)) {
                measures.ifPresent(it -> it.pending(info.getPrefix(), value.get()));
            }
        }

        @Override
        public MetricRegistryInfo getMetricRegistryInfo() {
            return info;
        }
    }

    private record Counter(LongAdder sum, @Nullable LongAdder kept) implements LongCounter {
        @Override
        public void inc(long count) {
            sum.add(count);
            if (kept != null) {
                kept.add(count);
            }
        }

        @Override
        public void dec(long count) {
            sum.add(-count);
        }

        @Override
        public long getCount() {
            return sum.sum();
        }
    }
}
