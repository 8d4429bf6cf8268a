// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Test;

/** What an outsider can do with messages that it caught: nothing. */
class MessageEncryptionTest {
    private static final SecretKey KEY = MessageEncryption.key("a shared secret", "one");
    private static final Node A = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Node C = new Node(NodeId.of("c"), new Incarnation(3));
    private static final byte[] PLAIN = {1, 2, 3};

    private final MessageEncryption ofA = new MessageEncryption(Optional.of(KEY), A);
    private final MessageEncryption ofB = new MessageEncryption(Optional.of(KEY), B);

    private static byte[] open(MessageEncryption seal, Node from, byte[] sealed) throws UnreadableMessageException {
        return seal.open(from, sealed, 0, sealed.length);
    }

    @Test
    void whatIsSealedIsOpenedByWhomItIsFor() throws Exception {
        assertThat(open(ofB, A, ofA.close(B, PLAIN))).isEqualTo(PLAIN);
        assertThat(open(ofB, A, ofA.close(B, PLAIN))).isEqualTo(PLAIN);
    }

    @Test
    void aMessageThatIsSentAgainIsRefused() throws Exception {
        byte[] first = ofA.close(B, PLAIN);
        byte[] second = ofA.close(B, PLAIN);
        open(ofB, A, second);

        assertThatThrownBy(() -> open(ofB, A, second)).hasMessageContaining("before");
        assertThat(open(ofB, A, first)).as("overtaken, and not here before").isEqualTo(PLAIN);
        assertThatThrownBy(() -> open(ofB, A, first)).hasMessageContaining("before");
    }

    @Test
    void aMessageThatWasOvertakenByTooManyIsRefused() throws Exception {
        byte[] first = ofA.close(B, PLAIN);
        for (int i = 0; i < MessageEncryption.WINDOW; i++) {
            open(ofB, A, ofA.close(B, PLAIN));
        }

        assertThatThrownBy(() -> open(ofB, A, first)).hasMessageContaining("before");
    }

    @Test
    void aMessageInAnothersNameOrForAnotherOrOfAnotherStartIsRefused() {
        byte[] sealed = ofA.close(B, PLAIN);
        MessageEncryption ofC = new MessageEncryption(Optional.of(KEY), C);
        MessageEncryption nextB = new MessageEncryption(Optional.of(KEY), new Node(B.id(), new Incarnation(9)));

        assertThatThrownBy(() -> open(ofB, C, sealed)).hasMessageContaining("seal");
        assertThatThrownBy(() -> open(ofC, A, sealed)).hasMessageContaining("seal");
        assertThatThrownBy(() -> open(nextB, A, sealed)).hasMessageContaining("seal");
    }

    @Test
    void aChangedMessageOrOneUnderAnotherKeyIsRefused() {
        byte[] sealed = ofA.close(B, PLAIN);
        MessageEncryption otherKey =
                new MessageEncryption(Optional.of(MessageEncryption.key("another secret!", "one")), B);
        assertThatThrownBy(() -> open(otherKey, A, sealed)).hasMessageContaining("seal");

        sealed[sealed.length - 1] ^= 1;

        assertThatThrownBy(() -> open(ofB, A, sealed)).hasMessageContaining("seal");
        assertThatThrownBy(() -> open(ofB, A, new byte[5])).hasMessageContaining("5 bytes");
    }
}
