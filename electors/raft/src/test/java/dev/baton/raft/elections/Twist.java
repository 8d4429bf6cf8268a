// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.simulation.GroupFlaw;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseRequest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Known-bad changes of elections on a group, each of which a simulation must find. */
enum Twist {
    NONE,
    /** A renewal is answered without asking a majority. */
    RENEWS_WITHOUT_CONFIRMATION {
        @Override
        Set<GroupFlaw> flaws() {
            return EnumSet.of(GroupFlaw.CONFIRMS_BLINDLY);
        }
    },
    /** A new leader goes by half of the length of each lease. */
    STARTS_LEASES_SHORT {
        @Override
        ReplicatedPart part(Ticker ticker) {
            return new ElectionsPart(ticker, ShortTable::new);
        }
    },
    /** A member that leads again goes by the deadlines that it had when it led before. */
    REMEMBERS_DEADLINES {
        @Override
        ReplicatedPart part(Ticker ticker) {
            return new Remembering(new ElectionsPart(ticker));
        }
    },
    /** A lease that was judged to be over is renewed all the same. */
    RENEWS_WHAT_IS_OVER {
        @Override
        long firstSeed() {
            return 1_090;
        }

        @Override
        ReplicatedPart part(Ticker ticker) {
            return new ElectionsPart(ticker, RenewingTable::new);
        }
    },
    /** Members apply a grant to whatever row is older than a lease by their own clocks. */
    APPLIES_BY_THE_CLOCK {
        @Override
        ReplicatedPart part(Ticker ticker) {
            return new ClockedPart(new ElectionsPart(ticker), ticker);
        }
    };

    /** From which seed on it is looked for, where that takes long. */
    long firstSeed() {
        return 1;
    }

    Set<GroupFlaw> flaws() {
        return EnumSet.noneOf(GroupFlaw.class);
    }

    ReplicatedPart part(Ticker ticker) {
        return new ElectionsPart(ticker);
    }

    /** The real part within what {@link #part} made. */
    static ElectionsPart real(ReplicatedPart part) {
        return part instanceof Wrapped wrapped ? wrapped.part : (ElectionsPart) part;
    }

    private static final class ShortTable extends LeaseTable {
        ShortTable(Collection<ElectionRow> rows, long now) {
            super(rows, now);
            rows.forEach(row ->
                    timed(row, now).until = MonotonicTime.plus(now, row.lease().dividedBy(2)));
        }
    }

    private static final class RenewingTable extends LeaseTable {
        RenewingTable(Collection<ElectionRow> rows, long now) {
            super(rows, now);
        }

        @Override
        void renew(ElectionRow row, LeaseRequest.Renew request, long now) {
            if (row.token().equals(request.token()) && !row.released()) {
                timed(row, now).until = MonotonicTime.plus(now, row.lease());
                timed(row, now).over = false;
            }
        }
    }

    private abstract static class Wrapped implements ReplicatedPart {
        final ElectionsPart part;

        Wrapped(ElectionsPart part) {
            this.part = part;
        }

        @Override
        public String name() {
            return part.name();
        }

        @Override
        public byte[] apply(long index, byte[] entry) {
            return part.apply(index, entry);
        }

        @Override
        public void snapshot(DataOutput out) throws IOException {
            part.snapshot(out);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            part.restore(in);
        }

        @Override
        public PartLeader lead(GroupLeadership leadership) {
            return part.lead(leadership);
        }
    }

    private static final class Remembering extends Wrapped {
        private @Nullable PartLeader first;
        private @Nullable GroupLeadership now;

        Remembering(ElectionsPart part) {
            super(part);
        }

        private GroupLeadership now() {
            if (now == null) {
                throw new IllegalStateException("never led");
            }
            return now;
        }

        @Override
        public PartLeader lead(GroupLeadership leadership) {
            now = leadership;
            if (first == null) {
                first = part.lead(new GroupLeadership() {
                    @Override
                    public long term() {
                        return now().term();
                    }

                    @Override
                    public CompletableFuture<byte[]> propose(byte[] entry) {
                        return now().propose(entry);
                    }

                    @Override
                    public CompletableFuture<Void> confirm() {
                        return now().confirm();
                    }
                });
            }
            PartLeader side = first;
            return new PartLeader() {
                @Override
                public CompletableFuture<byte[]> call(byte[] request) {
                    return side.call(request);
                }

                @Override
                public void end() {}
            };
        }
    }

    private static final class ClockedPart extends Wrapped {
        private final Ticker ticker;
        private final Map<String, Long> appliedAt = new HashMap<>();

        ClockedPart(ElectionsPart part, Ticker ticker) {
            super(part);
            this.ticker = ticker;
        }

        @Override
        public byte[] apply(long index, byte[] entry) {
            List<ElectionChange> changes =
                    Entries.read(entry).stream().map(this::judge).collect(Collectors.toList());
            byte[] made = part.apply(index, Entries.write(changes));
            for (int i = 0; i < made.length; i++) {
                if (made[i] == 1) {
                    appliedAt.put(changes.get(i).election().value(), ticker.nanos());
                }
            }
            return made;
        }

        private ElectionChange judge(ElectionChange change) {
            ElectionRow row = part.row(change.election());
            Long at = appliedAt.get(change.election().value());
            boolean old = row != null
                    && at != null
                    && !MonotonicTime.isBefore(ticker.nanos(), MonotonicTime.plus(at, row.lease()));
            return change instanceof ElectionChange.Grant grant && row != null && old
                    ? new ElectionChange.Grant(Optional.of(row.grant()), grant.next())
                    : change;
        }
    }
}
