// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static dev.baton.raft.elections.Rows.ORDERS;
import static dev.baton.raft.elections.Rows.row;
import static dev.baton.raft.elections.Rows.token;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FaultHandler;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.raft.group.GroupClient;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which looks of a member's node go to the leader of the group. */
class RaftLeaseLinkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ThreadLanes lanes = new ThreadLanes("link", 1, FaultHandler.halting());
    private final ElectionsPart part = new ElectionsPart(System::nanoTime);
    private final List<byte[]> calls = new CopyOnWriteArrayList<>();
    private final List<LeaseReply> replies = new CopyOnWriteArrayList<>();
    private final LeaseLink link = new RaftLeaseLink(new Group(), Optional.of(part), LeaseTerms.DEFAULT, lanes);
    /** What the leader of the group answers. */
    private volatile ElectionRow atTheLeader = row("a", 1, 1);

    @BeforeEach
    void lookWhenALeaseIsGivenBack() {
        link.watch(new LeaseLink.Listener() {
            @Override
            public void changed(ElectionName election) {
                look();
            }

            @Override
            public void renewed(ElectionName election, LeaseToken holder, long until) {}

            @Override
            public void renewing() {}
        });
        part.apply(1, Entries.write(List.of(new ElectionChange.Grant(Optional.empty(), row("a", 1, 1)))));
    }

    @AfterEach
    void close() {
        link.close();
        lanes.close();
    }

    private void look() {
        link.send(new LeaseRequest.Read(ORDERS), replies::add);
    }

    private void release() {
        part.apply(2, Entries.write(List.of(new ElectionChange.Release(ORDERS, token(1), Optional.empty()))));
    }

    private LeaseRow reply(int number) {
        eventually("there are " + number + " replies", PATIENCE, () -> replies.size() >= number, () -> replies);
        return ((LeaseReply.Answered) replies.get(number - 1)).row().orElseThrow();
    }

    @Test
    void theLookAfterAReleaseIsAnsweredHereAndTheNextOneByTheLeader() {
        release();

        assertThat(reply(1).released()).isTrue();
        assertThat(calls).isEmpty();
        look();
        assertThat(reply(2).released()).isFalse();
        assertThat(calls).hasSize(1);
    }

    @Test
    void aReleaseOfALeaseThatTheGroupHasGoneBeyondIsNotBelieved() {
        atTheLeader = row("b", 2, 2);
        look();
        assertThat(reply(1).epoch()).isEqualTo(Epoch.of(2));

        release();

        assertThat(reply(2).epoch()).isEqualTo(Epoch.of(2));
        assertThat(calls).hasSize(2);
    }

    private final class Group implements GroupClient {
        @Override
        public CompletableFuture<byte[]> call(String name, byte[] request, Duration within) {
            calls.add(request);
            ElectionRow row = atTheLeader;
            return CompletableFuture.completedFuture(Calls.reply(List.of(new LeaseReply.Answered(
                    Optional.of(new LeaseRow(row.leader(), row.token(), row.lease(), false, Optional.empty()))))));
        }

        @Override
        public void close() {}
    }
}
