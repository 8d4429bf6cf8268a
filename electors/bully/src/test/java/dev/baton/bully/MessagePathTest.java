// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.FaultHandler;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.internal.http.MessageJson;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.quorum.VotingMessage;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a node says to a message that comes to the path of another kind. */
@Timeout(60)
class MessagePathTest {
    private static final Node STRANGER = new Node(NodeId.of("stranger"), new Incarnation(13));
    private static final ElectionName ELECTION = ElectionName.of("orders");

    @TempDir
    Path folder;

    private final ThreadLanes lanes = new ThreadLanes("paths", 1, FaultHandler.halting());
    private BullyElector elector;
    private long number;

    @BeforeEach
    void start() {
        BullyConfiguration.Builder node = BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve("node1"))
                .form()
                .settings(LocalCluster.SETTINGS);
        elector = LocalCluster.start("node1", node, lanes);
    }

    @AfterEach
    void stop() {
        elector.close();
        lanes.close();
    }

    private static BullyMessage renewal(long count) {
        Leader leader = new Leader(ELECTION, STRANGER, Epoch.of(3), Endpoints.NONE);
        return new BullyMessage.Ballot(
                new VotingMessage.Renew(leader, new LeaseToken(1, 1), count, Duration.ofSeconds(2), 3));
    }

    private RawHttp.Reply say(String path, BullyMessage message) throws IOException {
        NodeStatus known = elector.node().status();
        number++;
        Envelope envelope = new Envelope(
                known.cluster(),
                STRANGER,
                new StateId(9),
                new Address("127.0.0.1", 9_999),
                number,
                known.stamp(),
                List.of(message));
        return RawHttp.post(elector.address(), path, RawHttp.KNOWN, MessageJson.write(envelope));
    }

    @Test
    void aMessageThatBelongsToAnotherPathIsRefused() throws IOException {
        BullyMessage question = new BullyMessage.Question(ELECTION, Priority.DEFAULT);
        for (BullyMessage message : List.of(question, renewal(1), renewal(2))) {
            String its = message.topic().path();
            for (String path : List.of("/election", "/coordinator", "/heartbeat")) {
                RawHttp.Reply reply = say(path, message);

                if (path.equals(its)) {
                    assertThat(reply.status()).as(path).isNotEqualTo(400);
                } else {
                    assertThat(reply.status()).as(path).isEqualTo(400);
                    assertThat(reply.text()).contains("belongs to POST " + its + " came to " + path);
                }
            }
        }
    }
}
