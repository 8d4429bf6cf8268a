// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StateFolder;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.membership.StoredMembership;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Members;
import dev.baton.bully.internal.message.BullyMessage.Stored;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.witness.WitnessState;
import dev.baton.internal.state.StateFile;
import dev.baton.quorum.Bounds;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An epoch or a version that would leave no room for the next one is not read, wherever it stands. */
class BoundsOfJsonTest {
    private static final Epoch LAST = Bounds.HIGHEST_EPOCH;
    private static final MembershipVersion STAMP = new MembershipVersion(LAST, MembershipVersion.HIGHEST_VERSION);
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final LeaseToken TOKEN = new LeaseToken(1, 2);
    private static final Node NODE = new Node(NodeId.of("node1"), new Incarnation(7));
    private static final ElectionName ELECTION = ElectionName.of("orders");
    private static final BullyMember MEMBER =
            new BullyMember(NODE.id(), new StateId(1), new Address("127.0.0.1", 1), Priority.DEFAULT, MemberRole.FULL);

    /** Everything that can be said, with the epochs and versions given. */
    static Stream<Saying> said() {
        return Stream.of(
                (epoch, version) -> envelope(new MembershipVersion(epoch, STAMP.version()), List.of()),
                (epoch, version) -> envelope(new MembershipVersion(Epoch.of(1), version), List.of()),
                (epoch, version) -> message(new Stored(
                        new StoredMembership(new MembershipVersion(epoch, version), true, Epoch.of(1), Epoch.of(1)))),
                (epoch, version) -> message(new Stored(new StoredMembership(STAMP, true, epoch, Epoch.of(1)))),
                (epoch, version) -> message(new Stored(new StoredMembership(STAMP, true, Epoch.of(1), epoch))),
                (epoch, version) -> message(new Members(membership(new MembershipVersion(epoch, 1), Epoch.of(1)))),
                (epoch, version) ->
                        message(new Members(membership(new MembershipVersion(Epoch.of(1), version), Epoch.of(1)))),
                (epoch, version) -> message(new Members(membership(STAMP, epoch))),
                (epoch, version) -> message(new Ballot(new Ask(ELECTION, TOKEN, epoch, LEASE, 3))),
                (epoch, version) -> message(new Ballot(new Vote(ELECTION, TOKEN, Answer.EPOCH_TOO_LOW, epoch, 3))),
                (epoch, version) -> message(new Ballot(new Renew(leader(epoch), TOKEN, 1, LEASE, 3))),
                (epoch, version) -> message(new Ballot(new Release(leader(epoch), TOKEN, Optional.empty()))));
    }

    /** What is said of an epoch and a version. */
    interface Saying {
        Envelope of(Epoch epoch, long version);
    }

    private static Envelope message(BullyMessage message) {
        return envelope(STAMP, List.of(message));
    }

    private static Envelope envelope(MembershipVersion stamp, List<BullyMessage> messages) {
        return new Envelope("cluster", NODE, MEMBER.mark(), MEMBER.address(), 1, stamp, messages);
    }

    private static Membership membership(MembershipVersion stamp, Epoch floor) {
        return new Membership("cluster", stamp, floor, List.of(MEMBER), List.of());
    }

    private static Leader leader(Epoch epoch) {
        return new Leader(ELECTION, NODE, epoch, Endpoints.NONE);
    }

    @ParameterizedTest
    @MethodSource("said")
    void whatIsSaidIsReadUpToTheLastEpochAndVersionAndNotBeyond(Saying said) {
        Envelope last = said.of(LAST, MembershipVersion.HIGHEST_VERSION);

        assertThat(MessageJson.envelope(MessageJson.write(last))).isEqualTo(last);
        for (long beyond : new long[] {1 + Long.MAX_VALUE / 2, Long.MAX_VALUE}) {
            String text = MessageJson.write(said.of(Epoch.of(beyond), beyond));
            assertThatIllegalArgumentException().isThrownBy(() -> MessageJson.envelope(text));
        }
    }

    @Test
    void aNodeThatSaysSoOfItselfIsNotBelieved() {
        for (MembershipVersion beyond : List.of(
                new MembershipVersion(Epoch.of(Long.MAX_VALUE), 1),
                new MembershipVersion(Epoch.of(1), MembershipVersion.HIGHEST_VERSION + 1))) {
            String text =
                    StrictJsonObject.write(JoinJson.write(new NodeStatus("cluster", NODE, MEMBER.mark(), beyond)));
            assertThatIllegalArgumentException().isThrownBy(() -> JoinJson.status(text));
        }
    }

    @Test
    void aStateFolderThatSaysSoIsDamaged(@TempDir Path folder) {
        try (StateFolder written = new StateFolder(folder, NODE.id(), new SplittableRandom(1))) {
            written.save(membership(STAMP, LAST));
        }
        String whole;
        try (StateFolder again = new StateFolder(folder, NODE.id(), new SplittableRandom(2))) {
            assertThat(again.load()).contains(membership(STAMP, LAST));
        }
        try (StateFile file = members(folder)) {
            whole = file.content().orElseThrow();
        }
        for (String name : List.of("epoch", "version", "floor")) {
            try (StateFile file = members(folder)) {
                file.replace(whole.replaceAll("\"" + name + "\":[0-9]+", "\"" + name + "\":" + Long.MAX_VALUE));
            }
            assertThatThrownBy(() -> new StateFolder(folder, NODE.id(), new SplittableRandom(3)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("damaged");
        }
    }

    private static StateFile members(Path folder) {
        return new StateFile(folder.resolve("members"), "members", "bully " + NODE.id(), "");
    }

    @Test
    void aWitnessThatRemembersSoIsDamaged() {
        WitnessState.Promised promised = new WitnessState.Promised(Epoch.of(Long.MAX_VALUE), TOKEN, 0);
        String text = new WitnessState(MEMBER.mark(), membership(STAMP, LAST), 0, Map.of(ELECTION, promised), List.of())
                .write();

        assertThatIllegalArgumentException().isThrownBy(() -> WitnessState.read(text));
    }
}
