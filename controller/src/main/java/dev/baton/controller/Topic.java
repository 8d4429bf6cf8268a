// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A topic and the group that each of its partitions is in. A value. */
public final class Topic {
    private final TopicId id;
    private final TopicName name;
    private final int replicationFactor;
    private final SortedMap<String, String> config;
    /** The group of each partition. */
    private final long[] groups;

    Topic(TopicId id, TopicName name, int replicationFactor, Map<String, String> config, long[] groups) {
        this.id = id;
        this.name = name;
        this.replicationFactor = replicationFactor;
        this.config = Collections.unmodifiableSortedMap(new TreeMap<>(config));
        this.groups = groups.clone();
    }

    public TopicId id() {
        return id;
    }

    public TopicName name() {
        return name;
    }

    public int replicationFactor() {
        return replicationFactor;
    }

    public SortedMap<String, String> config() {
        return config;
    }

    public int partitions() {
        return groups.length;
    }

    /** The group that a partition is in. */
    public GroupId group(int partition) {
        return GroupId.of(groups[partition]);
    }

    long[] groups() {
        return groups.clone();
    }

    Topic with(Map<String, String> changed, long[] added) {
        long[] all = Arrays.copyOf(groups, groups.length + added.length);
        System.arraycopy(added, 0, all, groups.length, added.length);
        return new Topic(id, name, replicationFactor, changed, all);
    }

    void write(FieldWriter out) {
        id.write(1, out);
        out.text(2, name.value()).number(3, replicationFactor);
        config.forEach((key, value) -> out.nested(4, in -> in.text(1, key).text(2, value)));
        out.numbers(5, groups);
    }

    static Topic read(FieldReader in) {
        TopicId id = null;
        String name = "";
        int replicationFactor = 0;
        Map<String, String> config = new TreeMap<>();
        long[] groups = {};
        while (in.next()) {
            switch (in.field()) {
                case 1 -> id = TopicId.read(in.nested());
                case 2 -> name = in.text();
                case 3 -> replicationFactor = in.number(ReplicaGroup.MAX_REPLICAS);
                case 4 -> {
                    NamedValue pair = NamedValue.read(in.nested());
                    config.put(pair.key(), pair.value());
                }
                case 5 -> groups = in.numbers();
                default -> {}
            }
        }
        if (id == null) {
            throw new MalformedException("a topic has no id");
        }
        return new Topic(id, TopicName.of(name), replicationFactor, config, groups);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Topic that
                && id.equals(that.id)
                && name.equals(that.name)
                && replicationFactor == that.replicationFactor
                && config.equals(that.config)
                && Arrays.equals(groups, that.groups);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return name + " (" + id + ", " + groups.length + " x " + replicationFactor + ")";
    }
}
