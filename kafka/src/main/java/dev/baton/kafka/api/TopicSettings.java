// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import static dev.baton.partitions.replica.LogSettings.MAX_SEGMENT_BYTES;
import static dev.baton.partitions.replica.LogSettings.MIN_SEGMENT_BYTES;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.errors.InvalidConfigurationException;

/** The settings of a topic that mean something here. Any other is refused, so that no client relies on it. */
final class TopicSettings {
    /** One setting of a topic. */
    record Setting(String name, String usual, String grammar, String meaning) {
        boolean allows(String value) {
            return value.matches(grammar) && (!name.equals(SEGMENT_BYTES) || isSegment(Long.parseLong(value)));
        }

        /** The limits are those of the partitions that follow the setting. */
        private static boolean isSegment(long bytes) {
            return bytes >= MIN_SEGMENT_BYTES && bytes <= MAX_SEGMENT_BYTES;
        }
    }

    private static final String SEGMENT_BYTES = "segment.bytes";

    static final List<Setting> ALL = List.of(
            new Setting("retention.ms", "604800000", "-1|[0-9]{1,18}", "how long records are kept; -1 for no limit"),
            new Setting("retention.bytes", "-1", "-1|[0-9]{1,18}", "how many bytes a partition keeps; -1 for all"),
            new Setting(
                    SEGMENT_BYTES,
                    "1073741824",
                    "[1-9][0-9]{0,17}",
                    "how many bytes a file of a partition has, " + MIN_SEGMENT_BYTES + " to " + MAX_SEGMENT_BYTES),
            new Setting("max.message.bytes", "1048588", "[0-9]{1,9}", "the largest batch; at most 3 MiB"),
            new Setting(
                    "cleanup.policy",
                    "delete",
                    "delete|compact|compact,delete|delete,compact",
                    "old records are deleted; with compact alone none ever is, and none are merged either"),
            new Setting("message.timestamp.type", "CreateTime", "CreateTime|LogAppendTime", "whose time records have"));

    private TopicSettings() {}

    /** @throws InvalidConfigurationException if one is not known, or has a value that it cannot have */
    static void check(Map<String, String> settings) {
        settings.forEach((name, value) -> {
            Setting known = ALL.stream()
                    .filter(it -> it.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new InvalidConfigurationException("there is no setting " + name + "; there are "
                            + ALL.stream().map(Setting::name).toList()));
            if (value == null || !known.allows(value)) {
                throw new InvalidConfigurationException(
                        name + " cannot be " + value + ": " + known.meaning() + " (" + known.grammar() + ")");
            }
        });
    }

    static Optional<Setting> find(String name) {
        return ALL.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /** All settings with the values that a topic has. */
    static Map<String, String> effective(Map<String, String> set) {
        Map<String, String> all = new TreeMap<>();
        ALL.forEach(it -> all.put(it.name(), it.usual()));
        all.putAll(set);
        return all;
    }
}
