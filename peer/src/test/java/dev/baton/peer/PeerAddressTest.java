// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:1", "10.20.30.40:65535", "[0:0:0:0:0:0:0:1]:7400"})
    void numbersAreReadBack(String text) {
        assertThat(PeerAddress.parse(text).map(PeerAddress::show)).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leader.example:7400",
                "localhost:7400",
                "127.0.0.1",
                "127.0.0.1:0",
                "127.0.0.1:65536",
                "127.1:7400",
                "256.0.0.1:7400",
                "::1:7400",
                "[::1:7400",
                "[leader]:7400",
                "[:::::]:7400",
                ":7400",
                ""
            })
    void anythingElseIsNoAddressAndNoNameIsLookedUp(String text) {
        assertThat(PeerAddress.parse(text)).isEmpty();
    }
}
