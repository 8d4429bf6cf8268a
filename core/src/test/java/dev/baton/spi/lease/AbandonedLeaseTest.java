// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A lease is abandoned because a duty under it would not stop, so it must not be handed on early. */
class AbandonedLeaseTest {
    private static final ElectionEntry ENTRY = new ElectionEntry(
            ElectionName.of("coordinator"), new Node(NodeId.of("a"), new Incarnation(1)), Endpoints.NONE);
    private static final LeaseTerms TERMS = LeaseTerms.DEFAULT;

    @Test
    void abandonedLeaseIsNotReleasedWhenItsRowIsSeenAgain() {
        LeaseRules rules = new LeaseRules(ENTRY, TERMS, new SplittableRandom(1), 0);
        LeaseEffect.Send acquire =
                (LeaseEffect.Send) rules.campaign(Priority.DEFAULT, 0).get(0);
        LeaseToken token = ((LeaseRequest.Acquire) acquire.request()).token();
        Epoch epoch = new Epoch(1);
        rules.answered(acquire.call(), row(epoch, token, Duration.ofSeconds(10)), 0);

        rules.abandon(epoch, 1);
        long now = rules.wakeAt();
        LeaseEffect.Send read = (LeaseEffect.Send) rules.tick(now).get(0);
        List<LeaseEffect> after = rules.answered(read.call(), row(epoch, token, Duration.ofSeconds(7)), now);

        assertThat(read.request()).isInstanceOf(LeaseRequest.Read.class);
        assertThat(after).isEmpty();
        assertThat(rules.wakeAt() - now)
                .isGreaterThanOrEqualTo(Duration.ofSeconds(7).toNanos());
    }

    private static LeaseReply row(Epoch epoch, LeaseToken token, Duration remaining) {
        Leader leader = new Leader(ENTRY.election(), ENTRY.self(), epoch, ENTRY.endpoints());
        return new LeaseReply.Answered(Optional.of(new LeaseRow(leader, token, remaining, false, Optional.empty())));
    }
}
