// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.RaftMember;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Values by their keys: what a key-value store does with a put, and nothing else. */
final class ReplicatedPuts implements ReplicatedPart {
    static final String NAME = "puts";
    static final int VALUE_BYTES = 256;
    private static final int KEYS = 1_000;

    private final Map<Integer, byte[]> values = new TreeMap<>();

    /** A request: the key, and the value. */
    static byte[] put(long number) {
        byte[] request = new byte[Integer.BYTES + VALUE_BYTES];
        ByteBuffer.wrap(request).putInt((int) (number % KEYS)).putLong(number);
        return request;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public synchronized byte[] apply(long index, byte[] entry) {
        values.put(ByteBuffer.wrap(entry).getInt(), Arrays.copyOfRange(entry, Integer.BYTES, entry.length));
        return new byte[0];
    }

    @Override
    public synchronized void snapshot(DataOutput out) throws IOException {
        out.writeInt(values.size());
        for (Map.Entry<Integer, byte[]> each : values.entrySet()) {
            out.writeInt(each.getKey());
            out.write(each.getValue());
        }
    }

    @Override
    public synchronized void restore(DataInput in) throws IOException {
        values.clear();
        for (int left = in.readInt(); left > 0; left--) {
            int key = in.readInt();
            byte[] value = new byte[VALUE_BYTES];
            in.readFully(value);
            values.put(key, value);
        }
    }

    @Override
    public PartLeader lead(GroupLeadership leadership) {
        return new PartLeader() {
            @Override
            public CompletableFuture<byte[]> call(byte[] request) {
                return leadership.propose(request);
            }

            @Override
            public void end() {}
        };
    }

    /** A member in a process of its own: its node, its folder, and all members as {@code NODE=PORT}. */
    public static void main(String[] arguments) throws IOException {
        List<MemberAddress> all = Arrays.stream(arguments)
                .skip(2)
                .map(it -> it.split("=", 2))
                .map(it -> MemberAddress.of(it[0], "127.0.0.1", Integer.parseInt(it[1])))
                .toList();
        MemberAddress self = all.stream()
                .filter(it -> it.node().value().equals(arguments[0]))
                .findFirst()
                .orElseThrow();
        try (RaftMember member = RaftMember.start(
                MemberSettings.bootstrap(self, Path.of(arguments[1]), all),
                List.of(new ReplicatedPuts()),
                (what, cause) -> System.exit(1))) {
            System.out.println("started " + member.appliedIndex());
            int end = System.in.read();
            System.exit(Math.min(end, 0));
        }
    }
}
