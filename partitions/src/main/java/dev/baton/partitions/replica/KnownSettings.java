// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.controller.ControllerView;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of topics as this node knows them. After a start it knows those of the latest snapshot, or none, until it
 * has heard of the controller; others may have been decided since. What cannot be undone waits until it knows. Any thread.
 */
final class KnownSettings {
    /** A node that the controller has not answered for longer may have missed a change. */
    static final Duration MAX_UNHEARD = Duration.ofMinutes(1);

    private final LongSupplier nanos;
    private volatile Known known = new Known(-1, Map.of());
    private volatile @Nullable Heard heard;

    private record Known(long version, Map<TopicId, LogSettings> settings) {}

    /** The controller's state was at least at this version. */
    private record Heard(long version, long at) {}

    KnownSettings(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void read(ControllerView state) {
        Map<TopicId, LogSettings> settings = new HashMap<>();
        for (Topic topic : state.topics()) {
            settings.put(topic.id(), LogSettings.of(topic.config()));
        }
        read(state.version(), settings);
    }

    void read(long version, Map<TopicId, LogSettings> settings) {
        known = new Known(version, settings);
    }

    /** The controller has answered this process from its state at that version. */
    void heard(long answered) {
        heard = new Heard(answered, nanos.getAsLong());
    }

    /** The usual ones for a topic that is not known here. */
    LogSettings of(PartitionKey key) {
        return known.settings().getOrDefault(key.topic(), LogSettings.DEFAULT);
    }

    /** Empty for a topic that is not known here, and as long as there may be others. */
    Optional<LogSettings> sure(PartitionKey key) {
        Known now = known;
        Heard latest = heard;
        boolean isSure = latest != null
                && latest.version() <= now.version()
                && nanos.getAsLong() - latest.at() <= MAX_UNHEARD.toNanos();
        return isSure ? Optional.ofNullable(now.settings().get(key.topic())) : Optional.empty();
    }
}
