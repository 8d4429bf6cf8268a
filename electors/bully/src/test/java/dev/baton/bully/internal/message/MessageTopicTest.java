// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Precedence;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.quorum.VotingMessage;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each message travels by the path that is called like what it says. */
class MessageTopicTest {
    private static final ElectionName ELECTION = ElectionName.of("orders");
    private static final LeaseToken TOKEN = new LeaseToken(1, 1);
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Leader LEADER =
            new Leader(ELECTION, new Node(NodeId.of("node1"), new Incarnation(11)), Epoch.of(3), Endpoints.NONE);

    private static Renew renewal(long number) {
        return new Renew(LEADER, TOKEN, number, LEASE, 3);
    }

    private static Map<VotingMessage, MessageTopic> votingMessages() {
        Map<VotingMessage, MessageTopic> topics = new LinkedHashMap<>();
        topics.put(new PreVote(ELECTION, TOKEN, LEASE, 3), MessageTopic.ELECTION);
        topics.put(new Ask(ELECTION, TOKEN, Epoch.of(3), LEASE, 3), MessageTopic.ELECTION);
        topics.put(new Vote(ELECTION, TOKEN, Answer.PROMISED, Epoch.of(3), 3), MessageTopic.ELECTION);
        topics.put(new Cancel(ELECTION, TOKEN), MessageTopic.ELECTION);
        topics.put(renewal(1), MessageTopic.COORDINATOR);
        topics.put(new Release(LEADER, TOKEN, Optional.empty()), MessageTopic.COORDINATOR);
        topics.put(new Verdict(ELECTION, TOKEN, Optional.empty()), MessageTopic.COORDINATOR);
        topics.put(renewal(2), MessageTopic.HEARTBEAT);
        topics.put(new Renewed(ELECTION, TOKEN, 1, true, 3), MessageTopic.HEARTBEAT);
        topics.put(new Claim(ELECTION, TOKEN, Priority.DEFAULT), MessageTopic.HEARTBEAT);
        return topics;
    }

    @Test
    void everyKindOfVotingMessageHasItsTopic() {
        assertThat(votingMessages())
                .allSatisfy((message, topic) ->
                        assertThat(new Ballot(message).topic()).isEqualTo(topic));
        assertThat(votingMessages().keySet().stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrder(VotingMessage.class.getPermittedSubclasses());
    }

    @Test
    void whoAsksFirstIsPartOfAnElection() {
        assertThat(new Question(ELECTION, Priority.DEFAULT).topic()).isEqualTo(MessageTopic.ELECTION);
        assertThat(new Precedence(ELECTION, CandidateStatus.STANDS).topic()).isEqualTo(MessageTopic.ELECTION);
    }
}
