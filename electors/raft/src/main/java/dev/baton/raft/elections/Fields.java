// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How the values of rows are written. What is read is checked by the values themselves, which throw an
 * {@link IllegalArgumentException}.
 */
final class Fields {
    /** A lease or a claim that lasts longer is a mistake. */
    static final Duration MAX_LENGTH = Duration.ofDays(1);

    private Fields() {}

    interface Writer<T> {
        void write(DataOutput out, T value) throws IOException;
    }

    interface Reader<T> {
        T read(DataInput in) throws IOException;
    }

    static <T> void optional(DataOutput out, Optional<T> value, Writer<T> writer) throws IOException {
        out.writeBoolean(value.isPresent());
        if (value.isPresent()) {
            writer.write(out, value.get());
        }
    }

    static <T> Optional<T> optional(DataInput in, Reader<T> reader) throws IOException {
        return in.readBoolean() ? Optional.of(reader.read(in)) : Optional.empty();
    }

    static void election(DataOutput out, ElectionName election) throws IOException {
        out.writeUTF(election.value());
    }

    static ElectionName election(DataInput in) throws IOException {
        return ElectionName.of(in.readUTF());
    }

    static void id(DataOutput out, NodeId id) throws IOException {
        out.writeUTF(id.value());
    }

    static NodeId id(DataInput in) throws IOException {
        return NodeId.of(in.readUTF());
    }

    static void node(DataOutput out, Node node) throws IOException {
        id(out, node.id());
        out.writeLong(node.incarnation().value());
    }

    static Node node(DataInput in) throws IOException {
        return new Node(id(in), new Incarnation(in.readLong()));
    }

    static void token(DataOutput out, LeaseToken token) throws IOException {
        out.writeLong(token.high());
        out.writeLong(token.low());
    }

    static LeaseToken token(DataInput in) throws IOException {
        return new LeaseToken(in.readLong(), in.readLong());
    }

    static void grant(DataOutput out, ElectionRow.Grant grant) throws IOException {
        token(out, grant.token());
        epoch(out, grant.epoch());
    }

    static ElectionRow.Grant grant(DataInput in) throws IOException {
        return new ElectionRow.Grant(token(in), epoch(in));
    }

    static void priority(DataOutput out, Priority priority) throws IOException {
        out.writeByte(priority.value());
    }

    static Priority priority(DataInput in) throws IOException {
        return new Priority(in.readUnsignedByte());
    }

    static void epoch(DataOutput out, Epoch epoch) throws IOException {
        out.writeLong(epoch.value());
    }

    static Epoch epoch(DataInput in) throws IOException {
        return Epoch.of(in.readLong());
    }

    /** In the order of their purposes, so that equal values are equal bytes. */
    static void endpoints(DataOutput out, Endpoints endpoints) throws IOException {
        out.writeByte(endpoints.byPurpose().size());
        for (Map.Entry<String, String> each : new TreeMap<>(endpoints.byPurpose()).entrySet()) {
            out.writeUTF(each.getKey());
            out.writeUTF(each.getValue());
        }
    }

    static Endpoints endpoints(DataInput in) throws IOException {
        int count = in.readUnsignedByte();
        Map<String, String> byPurpose = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            byPurpose.put(in.readUTF(), in.readUTF());
        }
        return new Endpoints(byPurpose);
    }

    /** How long a lease or a claim lasts. */
    static void length(DataOutput out, Duration length) throws IOException {
        out.writeLong(length.toNanos());
    }

    static Duration length(DataInput in) throws IOException {
        Duration length = Duration.ofNanos(in.readLong());
        if (length.isNegative() || length.isZero() || length.compareTo(MAX_LENGTH) > 0) {
            throw new IllegalArgumentException("a lease of " + length + " is not from 1 ns to " + MAX_LENGTH);
        }
        return length;
    }

    static void leader(DataOutput out, Leader leader) throws IOException {
        election(out, leader.election());
        node(out, leader.node());
        epoch(out, leader.epoch());
        endpoints(out, leader.endpoints());
    }

    static Leader leader(DataInput in) throws IOException {
        return new Leader(election(in), node(in), epoch(in), endpoints(in));
    }

    static void row(DataOutput out, ElectionRow row) throws IOException {
        leader(out, row.leader());
        token(out, row.token());
        length(out, row.lease());
        out.writeBoolean(row.released());
        optional(out, row.successor(), Fields::id);
        priority(out, row.priority());
    }

    static ElectionRow row(DataInput in) throws IOException {
        return new ElectionRow(
                leader(in), token(in), length(in), in.readBoolean(), optional(in, Fields::id), priority(in));
    }
}
