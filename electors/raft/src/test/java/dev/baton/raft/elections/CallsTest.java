// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static dev.baton.raft.elections.Rows.ORDERS;
import static dev.baton.raft.elections.Rows.acquire;
import static dev.baton.raft.elections.Rows.acquireFromGone;
import static dev.baton.raft.elections.Rows.node;
import static dev.baton.raft.elections.Rows.release;
import static dev.baton.raft.elections.Rows.renew;
import static dev.baton.raft.elections.Rows.row;
import static dev.baton.raft.elections.Rows.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CallsTest {
    private static final List<LeaseRequest> ALL_KINDS = List.of(
            new LeaseRequest.Read(ORDERS),
            acquire("a", 1),
            acquireFromGone("b", 2, 1),
            renew(3),
            release(4),
            new LeaseRequest.Claim(
                    ORDERS, token(5), new LeaseClaim(node("c"), new Priority(70)), Duration.ofSeconds(3)));

    @Test
    void requestsComeBackAsTheyWere() {
        assertThat(Calls.requests(Calls.request(ALL_KINDS))).isEqualTo(ALL_KINDS);
    }

    @Test
    void repliesComeBackAsTheyWere() {
        ElectionRow row = row("a", 1, 4);
        LeaseTable table = new LeaseTable(List.of(row), 0);
        List<LeaseReply> replies = List.of(
                new LeaseReply.Answered(Optional.empty()),
                new LeaseReply.Answered(Optional.of(table.view(row, 5))),
                LeaseReply.Failed.unreachable("no"));

        assertThat(Calls.replies(Calls.reply(replies), 3)).isEqualTo(replies);
    }

    @Test
    void aCallThatIsCutOffAnywhereIsRefused() {
        byte[] whole = Calls.request(ALL_KINDS);

        for (int length = 0; length < whole.length; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Calls.requests(torn)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void rubbishIsRefusedAndNeverThrowsAnythingElse() {
        SplittableRandom chance = new SplittableRandom(5);
        byte[] whole = Calls.request(ALL_KINDS);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = whole.clone();
            damaged[chance.nextInt(damaged.length)] = (byte) chance.nextInt();
            damaged[chance.nextInt(damaged.length)] = (byte) chance.nextInt();
            try {
                Calls.requests(damaged);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void aLeaseWithoutALengthOrOfMoreThanADayIsRefused() {
        for (Duration length : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(2))) {
            byte[] call = Calls.request(List.of(new LeaseRequest.Renew(ORDERS, token(1), length)));

            assertThatThrownBy(() -> Calls.requests(call)).hasMessageContaining("lease of");
        }
    }
}
