// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Voting messages of all kinds, for the tests of those who write them down. */
public final class SampleMessages {
    private static final ElectionName ELECTION = ElectionName.of("orders");
    private static final LeaseToken TOKEN = new LeaseToken(Long.MIN_VALUE, 7);
    private static final Duration LEASE = Duration.ofMillis(1_234);
    private static final Epoch EPOCH = Epoch.of(5);
    private static final Optional<NodeId> SUCCESSOR = Optional.of(NodeId.of("node2"));

    private SampleMessages() {}

    /** At least one of each kind, each field with a value of its own. */
    public static List<VotingMessage> ofEachKind() {
        List<VotingMessage> samples = Stream.concat(
                        Arrays.stream(Answer.values()).map(SampleMessages::vote), others())
                .toList();
        Set<Class<?>> kinds = samples.stream().map(Object::getClass).collect(Collectors.toSet());
        if (!kinds.equals(Set.of(VotingMessage.class.getPermittedSubclasses()))) {
            throw new AssertionError("there is no sample of a new kind of message");
        }
        return samples;
    }

    private static VotingMessage vote(Answer answer) {
        return new Vote(ELECTION, TOKEN, answer, EPOCH, 3);
    }

    private static Stream<VotingMessage> others() {
        Node node = new Node(NodeId.of("node1"), new Incarnation(9));
        Leader bare = new Leader(ELECTION, node, EPOCH, Endpoints.NONE);
        Leader leader = new Leader(
                ELECTION, node, EPOCH, new Endpoints(Map.of("http", "http://node1:80", "peer", "127.0.0.1:7")));
        return Stream.of(
                new PreVote(ELECTION, TOKEN, LEASE, 4),
                new Ask(ELECTION, TOKEN, EPOCH, LEASE, 5),
                new Renew(leader, TOKEN, 17, LEASE, 6, new Priority(99)),
                new Renew(bare, TOKEN, 18, LEASE, 6, new Priority(0)),
                new Renewed(ELECTION, TOKEN, 19, true, 7),
                new Renewed(ELECTION, TOKEN, 20, false, 7),
                new Release(leader, TOKEN, SUCCESSOR),
                new Release(bare, TOKEN, Optional.empty()),
                new Cancel(ELECTION, TOKEN),
                new Verdict(ELECTION, TOKEN, SUCCESSOR),
                new Verdict(ELECTION, TOKEN, Optional.empty()),
                new Claim(ELECTION, TOKEN, new Priority(98)));
    }
}
