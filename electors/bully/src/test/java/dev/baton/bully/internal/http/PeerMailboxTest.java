// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.FormerMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Members;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.quorum.Bounds;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What leaves together. */
class PeerMailboxTest {
    private static final String MAX_LENGTH_NAME = "n".repeat(128);
    private static final Node SELF = new Node(NodeId.of(MAX_LENGTH_NAME), new Incarnation(-1));
    private static final StateId MARK = new StateId(-1);
    private static final Address ADDRESS = new Address("a".repeat(253), 65_535);
    private static final NodeStatus FIRST = new NodeStatus(
            "c".repeat(1_024),
            SELF,
            MARK,
            new MembershipVersion(Bounds.HIGHEST_EPOCH, MembershipVersion.HIGHEST_VERSION));
    private static final NodeStatus LATER = new NodeStatus("c", SELF, MARK, new MembershipVersion(Epoch.of(2), 1));

    private final PeerMailbox mail = new PeerMailbox();

    private static BullyMessage renewal(int number) {
        String name = String.format(Locale.ROOT, "%0128d", number);
        Endpoints endpoints = Endpoints.NONE;
        for (int i = 0; i < 8; i++) {
            endpoints = endpoints.with(i + "p".repeat(127), "\"".repeat(255));
        }
        return new Ballot(new Renew(
                new Leader(ElectionName.of(name), SELF, Bounds.HIGHEST_EPOCH, endpoints),
                new LeaseToken(-1, -1),
                Long.MAX_VALUE,
                Bounds.MAX_LEASE,
                Integer.MAX_VALUE));
    }

    private static BullyMessage cancellation(int number) {
        return new Ballot(new Cancel(ElectionName.of("e" + number), new LeaseToken(1, number)));
    }

    private List<PeerMailbox.Bundle> takeAll() {
        List<PeerMailbox.Bundle> all = new ArrayList<>();
        while (!mail.isEmpty()) {
            all.add(mail.take());
        }
        return all;
    }

    private static List<BullyMessage> messages(List<PeerMailbox.Bundle> bundles) {
        return bundles.stream().flatMap(bundle -> bundle.messages().stream()).toList();
    }

    private static int bytes(PeerMailbox.Bundle bundle) {
        Envelope envelope = new Envelope(
                bundle.as().cluster(),
                SELF,
                MARK,
                ADDRESS,
                Long.MAX_VALUE,
                bundle.as().stamp(),
                bundle.messages());
        return MessageJson.write(envelope).getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void whatIsLongLeavesInAsManyBodiesAsItNeeds() {
        List<BullyMessage> said = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            said.add(renewal(i));
            mail.add(FIRST, said.get(i));
        }

        List<PeerMailbox.Bundle> bundles = takeAll();

        assertThat(messages(bundles)).isEqualTo(said);
        assertThat(bundles).allSatisfy(bundle -> assertThat(bytes(bundle)).isLessThanOrEqualTo(HttpLimits.BODY));
        assertThat(bundles.subList(0, bundles.size() - 1))
                .as("few of them are sent")
                .allSatisfy(bundle -> assertThat(bytes(bundle)).isGreaterThan(HttpLimits.BODY * 9 / 10));
    }

    @Test
    void whatIsManyLeavesInAsManyEnvelopesAsItNeeds() {
        List<BullyMessage> said = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            said.add(cancellation(i));
            mail.add(FIRST, said.get(i));
        }

        List<PeerMailbox.Bundle> bundles = takeAll();

        assertThat(messages(bundles)).isEqualTo(said);
        assertThat(bundles).extracting(bundle -> bundle.messages().size()).containsExactly(1_024, 1_024, 952);
    }

    @Test
    void whatWasSaidUnderOneMembershipDoesNotLeaveUnderAnother() {
        mail.add(FIRST, cancellation(1));
        mail.add(FIRST, cancellation(2));
        mail.add(LATER, cancellation(3));
        mail.add(FIRST, cancellation(4));

        assertThat(takeAll())
                .containsExactly(
                        new PeerMailbox.Bundle(FIRST, List.of(cancellation(1), cancellation(2))),
                        new PeerMailbox.Bundle(LATER, List.of(cancellation(3))),
                        new PeerMailbox.Bundle(FIRST, List.of(cancellation(4))));
    }

    private static BullyMessage question(int number) {
        return new Question(ElectionName.of("e" + number), Priority.DEFAULT);
    }

    @Test
    void whatIsOfOneTopicLeavesTogetherAndWhatWaitedLongestFirst() {
        mail.add(FIRST, question(1));
        mail.add(FIRST, renewal(2));
        mail.add(FIRST, cancellation(3));
        mail.add(FIRST, renewal(4));

        assertThat(takeAll())
                .containsExactly(
                        new PeerMailbox.Bundle(FIRST, List.of(question(1), cancellation(3))),
                        new PeerMailbox.Bundle(FIRST, List.of(renewal(2), renewal(4))));
    }

    @Test
    void theLargestMembershipFits() {
        Membership largest = new Membership("c", LATER.stamp(), Epoch.NONE, List.of(member(0)), List.of());
        for (int i = 1; i < Membership.MAX_MEMBERS; i++) {
            largest = largest.with(member(i));
        }
        for (int i = 1; i < 40; i++) {
            largest = largest.without(member(i).id(), FormerMember.Cause.ASKED).with(member(i));
        }
        mail.add(FIRST, new Members(largest));

        assertThat(bytes(mail.take())).isLessThan(HttpLimits.BODY);
    }

    private static BullyMember member(int number) {
        return new BullyMember(
                NodeId.of(String.format(Locale.ROOT, "%0128d", number)),
                MARK,
                ADDRESS,
                Priority.DEFAULT,
                MemberRole.FULL);
    }

    @Test
    void whatNobodyTakesIsForgottenFromTheOldestOn() {
        for (int i = 0; i < PeerMailbox.MAX_WAITING + 10; i++) {
            mail.add(FIRST, cancellation(i));
        }

        List<BullyMessage> left = messages(takeAll());

        assertThat(left).hasSize(PeerMailbox.MAX_WAITING);
        assertThat(left.get(0)).isEqualTo(cancellation(10));
    }
}
