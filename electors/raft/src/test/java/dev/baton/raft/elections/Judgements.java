// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Looks on while a member leads: a lease that it judged to be over must not be answered as a live one in that term. */
record Judgements(ReplicatedPart part, Consumer<String> broken) implements ReplicatedPart {
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
        Set<ElectionRow.Grant> over = new HashSet<>();
        Set<LeaseToken> gone = new HashSet<>();
        PartLeader side = part.lead(new GroupLeadership() {
            @Override
            public long term() {
                return leadership.term();
            }

            @Override
            public CompletableFuture<byte[]> propose(byte[] entry) {
                Entries.read(entry).stream()
                        .filter(ElectionChange.Grant.class::isInstance)
                        .flatMap(change -> ((ElectionChange.Grant) change).free().stream())
                        .filter(grant -> !gone.contains(grant.token()))
                        .forEach(over::add);
                return leadership.propose(entry);
            }

            @Override
            public CompletableFuture<Void> confirm() {
                return leadership.confirm();
            }
        });
        return new PartLeader() {
            @Override
            public CompletableFuture<byte[]> call(byte[] call) {
                if (Calls.News.of(call).isPresent()) {
                    return side.call(call);
                }
                List<LeaseRequest> requests = Calls.requests(call);
                requests.forEach(request -> {
                    if (request instanceof LeaseRequest.Acquire acquire) {
                        acquire.gone().ifPresent(gone::add);
                    }
                });
                return side.call(call).thenApply(reply -> {
                    Calls.replies(reply, requests.size()).forEach(this::check);
                    return reply;
                });
            }

            private void check(LeaseReply reply) {
                if (reply instanceof LeaseReply.Answered answered) {
                    answered.row().ifPresent(this::check);
                }
            }

            private void check(LeaseRow row) {
                ElectionRow.Grant grant = new ElectionRow.Grant(row.token(), row.epoch());
                if (!row.isLive()) {
                    over.add(grant);
                } else if (over.contains(grant)) {
                    broken.accept("RenewNeverResurrects: the lease of " + row.leader()
                            + " is live again, though it was judged to be over");
                }
            }

            @Override
            public void end() {
                side.end();
            }
        };
    }
}
