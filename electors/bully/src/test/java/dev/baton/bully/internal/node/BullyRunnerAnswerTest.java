// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullySettings;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.http.HttpLimits;
import dev.baton.bully.internal.http.MessageJson;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.peer.Presence;
import dev.baton.quorum.Bounds;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node says to a request that has as much in it as it may, to which all answers are long. */
@Timeout(30)
class BullyRunnerAnswerTest {
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofSeconds(5));
    private static final Node SELF = new Node(NodeId.of("node1"), new Incarnation(11));
    private static final Node ASKING = new Node(NodeId.of("node2"), new Incarnation(12));
    private static final MembershipVersion STAMP = new MembershipVersion(Epoch.of(1), 1);

    private static BullyMember member(Node node, int number) {
        return new BullyMember(
                node.id(), new StateId(number), new Address("127.0.0.1", number), Priority.DEFAULT, MemberRole.FULL);
    }

    private static BullyMessage ask(int number, int length) {
        return new Ballot(new Ask(
                ElectionName.of(String.format(Locale.ROOT, "%0" + length + "d", number)),
                new LeaseToken(1, number),
                Epoch.of(1),
                Duration.ofSeconds(1),
                2));
    }

    /** As many questions as an envelope takes, with names as long as its body takes them. */
    private static Envelope full() {
        for (int length = 128; ; length--) {
            List<BullyMessage> asks = new ArrayList<>();
            for (int i = 0; i < Envelope.MAX_MESSAGES; i++) {
                asks.add(ask(i, length));
            }
            Envelope envelope =
                    new Envelope("cluster", ASKING, new StateId(2), new Address("127.0.0.1", 2), 1, STAMP, asks);
            if (bytes(envelope) <= HttpLimits.BODY) {
                return envelope;
            }
        }
    }

    private static int bytes(Envelope envelope) {
        return MessageJson.write(envelope).getBytes(StandardCharsets.UTF_8).length;
    }

    private static List<ElectionName> votes(Envelope envelope) {
        return envelope.messages().stream()
                .filter(message -> message instanceof Ballot ballot && ballot.message() instanceof Vote)
                .map(message -> ((Ballot) message).message().election())
                .toList();
    }

    @Test
    void whatDoesNotFitIntoTheAnswerIsSentAfterIt() throws Exception {
        List<Throwable> faults = new CopyOnWriteArrayList<>();
        MemoryMembershipStore store = new MemoryMembershipStore(new StateId(1));
        store.save(new Membership(
                "cluster", STAMP, Bounds.HIGHEST_EPOCH, List.of(member(SELF, 1), member(ASKING, 2)), List.of()));
        UnreachableTransport transport = new UnreachableTransport();
        Envelope asked = full();
        try (ThreadLanes lanes = new ThreadLanes("answers", 1, (what, cause) -> faults.add(cause));
                BullyRunner elector = new BullyRunner(
                        SELF,
                        member(SELF, 1),
                        SETTINGS,
                        List.of(),
                        store,
                        new LedgerWriter(new MemoryLedger(), Runnable::run),
                        transport,
                        Presence.NONE,
                        lanes,
                        new SplittableRandom(1))) {
            Envelope answer =
                    elector.request(asked).get(20, TimeUnit.SECONDS).answer().orElseThrow();

            assertThat(bytes(answer)).isLessThanOrEqualTo(HttpLimits.BODY);
            assertThat(transport.posts)
                    .allSatisfy(post -> assertThat(bytes(post)).isLessThanOrEqualTo(HttpLimits.BODY));
            List<ElectionName> said = new ArrayList<>(votes(answer));
            assertThat(said).as("votes in the answer").hasSizeBetween(1, Envelope.MAX_MESSAGES - 1);
            transport.posts.forEach(post -> said.addAll(votes(post)));
            assertThat(said)
                    .isEqualTo(asked.messages().stream()
                            .map(message -> ((Ballot) message).message().election())
                            .toList());
        }
        assertThat(faults).isEmpty();
    }
}
