// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private static final Node STANDBY = new Node(NodeId.of("standby"), new Incarnation(1));
    private static final Node LEADER = new Node(NodeId.of("leader"), new Incarnation(2));
    private static final HostMark HERE = new HostMark("00000000000000000000000000000001");
    private static final Optional<String> LOCK =
            Optional.of("baton-peer-4026531836-77-00112233445566778899aabbccddeeff.lock");
    private static final NetworkPath.Ends CALLER_ENDS = ends("127.0.0.1:50000", "127.0.0.1:7400");
    private static final NetworkPath.Ends CALLED_ENDS = ends("127.0.0.1:7400", "127.0.0.1:50000");

    private final Identity standby = identity(STANDBY, "one secret of the cluster", "prod", HERE);
    private final Identity leader = identity(LEADER, "one secret of the cluster", "prod", HERE);

    @Test
    void bothEndsLearnWhoTheOtherIs() throws ProtocolException {
        ClientHandshake caller = new ClientHandshake(standby, CALLER_ENDS);
        ServerHandshake called = new ServerHandshake(leader, CALLED_ENDS);

        Frame challenge = called.receive(caller.hello());
        assertThat(called.caller()).isEmpty();
        PeerAnswer answer = caller.complete(called.receive(caller.prove(challenge)));

        assertThat(called.caller()).contains(STANDBY);
        assertThat(answer).isEqualTo(new PeerAnswer(LEADER, NetworkPath.DIRECT, Optional.of(HERE), LOCK));
    }

    @Test
    void callerWithAnotherSecretIsNotAnswered() {
        assertThatThrownBy(() -> run(identity(STANDBY, "some other secret of others", "prod", HERE), leader))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("secret of this cluster")
                .hasMessageNotContaining("some other secret");
    }

    @Test
    void callerWithoutASecretIsNotAnsweredByOneThatHasOne() {
        Identity bare = new Identity(STANDBY, "prod", Optional.of(HERE), LOCK, new Proof(Optional.empty(), "prod"));

        assertThatThrownBy(() -> run(bare, leader)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void calledThatCannotProveItselfIsNoAnswer() throws ProtocolException {
        ClientHandshake caller = new ClientHandshake(standby, CALLER_ENDS);
        ServerHandshake called = new ServerHandshake(leader, CALLED_ENDS);
        Frame proof = caller.prove(called.receive(caller.hello()));

        Frame reflected = new Frame(Frame.Kind.WELCOME, proof.body());

        assertThatThrownBy(() -> caller.complete(reflected)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void anotherClusterIsNotAnswered() {
        assertThatThrownBy(() -> run(identity(STANDBY, "one secret of the cluster", "test", HERE), leader))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("another cluster");
    }

    @Test
    void replayedProofIsRefused() throws ProtocolException {
        ClientHandshake caller = new ClientHandshake(standby, CALLER_ENDS);
        Frame proof = caller.prove(new ServerHandshake(leader, CALLED_ENDS).receive(caller.hello()));

        ServerHandshake again = new ServerHandshake(leader, CALLED_ENDS);
        again.receive(caller.hello());

        assertThatThrownBy(() -> again.receive(proof)).isInstanceOf(ProtocolException.class);
        assertThat(again.caller()).isEmpty();
    }

    @Test
    void replayedAnswerIsRefused() throws ProtocolException {
        ClientHandshake first = new ClientHandshake(standby, CALLER_ENDS);
        ServerHandshake called = new ServerHandshake(leader, CALLED_ENDS);
        Frame challenge = called.receive(first.hello());
        Frame welcome = called.receive(first.prove(challenge));

        ClientHandshake second = new ClientHandshake(standby, CALLER_ENDS);
        second.prove(challenge);

        assertThatThrownBy(() -> second.complete(welcome)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void incarnationCannotBeChangedOnTheWay() throws ProtocolException {
        ClientHandshake caller = new ClientHandshake(standby, CALLER_ENDS);
        ServerHandshake called = new ServerHandshake(leader, CALLED_ENDS);
        Frame challenge = called.receive(caller.hello());
        byte[] changed = challenge.body().clone();
        changed[1 + "leader".length()] ^= 1;

        Frame proof = caller.prove(new Frame(Frame.Kind.CHALLENGE, changed));

        assertThatThrownBy(() -> called.receive(proof)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void translatedAddressesAreSeen() throws ProtocolException {
        ClientHandshake caller = new ClientHandshake(standby, CALLER_ENDS);
        ServerHandshake called = new ServerHandshake(leader, ends("172.17.0.2:7400", "172.17.0.1:41000"));

        PeerAnswer answer = caller.complete(called.receive(caller.prove(called.receive(caller.hello()))));

        assertThat(answer.route()).isEqualTo(NetworkPath.INDIRECT);
    }

    @Test
    void nameThatIsNotThatOfALockIsRefused() {
        Identity strange = new Identity(
                LEADER,
                "prod",
                Optional.of(HERE),
                Optional.of("../../etc/passwd"),
                new Proof(Optional.of(PeerSecret.of("one secret of the cluster")), "prod"));

        assertThatThrownBy(() -> run(standby, strange)).hasMessageContaining("not the name of a lock");
    }

    @Test
    void nodeThatAnswersItselfIsNoAnswer() {
        assertThatThrownBy(() -> run(leader, leader))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("itself");
    }

    @Test
    void anotherVersionIsRefused() {
        Frame hello = new ClientHandshake(standby, CALLER_ENDS).hello();
        byte[] newer = hello.body().clone();
        newer[1] = 3;

        assertThatThrownBy(() -> new ServerHandshake(leader, CALLED_ENDS).receive(new Frame(Frame.Kind.HELLO, newer)))
                .hasMessageContaining("version 3");
    }

    private static PeerAnswer run(Identity from, Identity to) throws ProtocolException {
        ClientHandshake caller = new ClientHandshake(from, CALLER_ENDS);
        ServerHandshake called = new ServerHandshake(to, CALLED_ENDS);
        return caller.complete(called.receive(caller.prove(called.receive(caller.hello()))));
    }

    private static Identity identity(Node node, String secret, String cluster, HostMark host) {
        return new Identity(
                node, cluster, Optional.of(host), LOCK, new Proof(Optional.of(PeerSecret.of(secret)), cluster));
    }

    private static NetworkPath.Ends ends(String local, String remote) {
        return new NetworkPath.Ends(address(local), address(remote));
    }

    private static InetSocketAddress address(String text) {
        return PeerAddress.parse(text).orElseThrow();
    }
}
