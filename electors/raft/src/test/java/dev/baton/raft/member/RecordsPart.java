// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NotLeaderException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A list of texts, and nothing else: {@code add:TEXT} answers how many there are, {@code once:TEXT} adds it unless it is
 * there, {@code size} asks a majority first.
 */
public final class RecordsPart implements ReplicatedPart {
    public static final String NAME = "records";
    static final String ONCE = "once:";

    private final List<String> records = new ArrayList<>();
    private final List<String> leads = new ArrayList<>();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public synchronized byte[] apply(long index, byte[] entry) {
        String text = new String(entry, StandardCharsets.UTF_8);
        if (text.equals("poison")) {
            throw new IllegalStateException("a poisoned entry");
        }
        String record = text.startsWith(ONCE) ? text.substring(ONCE.length()) : text;
        int known = records.indexOf(record);
        if (known >= 0 && text.startsWith(ONCE)) {
            return bytes(String.valueOf(known + 1));
        }
        records.add(record);
        return bytes(String.valueOf(records.size()));
    }

    @Override
    public synchronized void snapshot(DataOutput out) throws IOException {
        out.writeInt(records.size());
        for (String record : records) {
            out.writeUTF(record);
        }
    }

    @Override
    public synchronized void restore(DataInput in) throws IOException {
        records.clear();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            records.add(in.readUTF());
        }
    }

    synchronized List<String> records() {
        return List.copyOf(records);
    }

    /** What it was told of leads: begin and end, each with its term. */
    synchronized List<String> leads() {
        return List.copyOf(leads);
    }

    private synchronized void note(String what) {
        leads.add(what);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public PartLeader lead(GroupLeadership leadership) {
        note("begin " + leadership.term());
        return new Side(leadership);
    }

    private final class Side implements PartLeader {
        private final GroupLeadership leadership;

        Side(GroupLeadership leadership) {
            this.leadership = leadership;
        }

        @Override
        public CompletableFuture<byte[]> call(byte[] request) {
            String text = new String(request, StandardCharsets.UTF_8);
            if (text.startsWith("add:")) {
                return leadership.propose(bytes(text.substring("add:".length())));
            }
            if (text.startsWith(ONCE)) {
                return leadership.propose(request);
            }
            if (text.equals("size")) {
                return leadership
                        .confirm()
                        .thenApply(done -> bytes(String.valueOf(records().size())));
            }
            if (text.equals("term")) {
                return CompletableFuture.completedFuture(bytes(String.valueOf(leadership.term())));
            }
            return CompletableFuture.failedFuture(new NotLeaderException("not now"));
        }

        @Override
        public void end() {
            note("end " + leadership.term());
        }
    }
}
