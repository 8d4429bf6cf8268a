// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.SampleMessages;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.registry.RegistryMessage.Mine;
import dev.baton.registry.RegistryMessage.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one node writes is what another one reads, of every kind of message. */
class MessageCodecTest {
    static Stream<RegistryMessage> messages() {
        NameRegistration one = registration("orders", 1);
        NameRegistration other = registration("billing", 2);
        return Stream.concat(
                SampleMessages.ofEachKind().stream().map(Ballot::new),
                Stream.of(
                        new Mine(3, 4, List.of(one, other), List.of(RegistryName.of("wanted"))),
                        new Mine(5, 6, List.of(), List.of()),
                        new Table(7, 8, List.of(one), List.of(other)),
                        new Table(9, 10, List.of(), List.of(one, other))));
    }

    private static NameRegistration registration(String name, long number) {
        Node owner = new Node(NodeId.of("node" + number), new Incarnation(number));
        return new NameRegistration(RegistryName.of(name), owner, number);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatIsWrittenIsRead(RegistryMessage message) throws UnreadableMessageException {
        byte[] bytes = MessageCodec.write(message);

        assertThat(MessageCodec.read(bytes, 0, bytes.length)).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aMessageThatWasCutOrHasMoreBehindItIsRefused(RegistryMessage message) {
        byte[] bytes = MessageCodec.write(message);

        for (int length = 0; length < bytes.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> MessageCodec.read(bytes, 0, cut)).isInstanceOf(UnreadableMessageException.class);
        }
        assertThatThrownBy(() -> MessageCodec.read(Arrays.copyOf(bytes, bytes.length + 1), 0, bytes.length + 1))
                .hasMessageContaining("1 bytes too many");
    }
}
