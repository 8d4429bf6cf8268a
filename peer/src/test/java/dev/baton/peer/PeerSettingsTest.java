// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PeerSettingsTest {
    private static final PeerSecret SECRET = PeerSecret.of("correct horse battery staple");

    @Test
    void defaultsStayOnTheLoopbackInterface() {
        assertThat(PeerAddress.show(PeerSettings.defaults().bind())).isEqualTo("127.0.0.1:0");
    }

    @Test
    void networkAddressNeedsASecret() {
        assertRefused(it -> it.bind("192.0.2.1:7400"), "bind 192.0.2.1:7400 is not a loopback address");
    }

    @Test
    void wildcardNeedsAnAddressToAdvertise() {
        assertRefused(it -> it.bind("0.0.0.0:7400").secret(SECRET), "bind 0.0.0.0:7400", "advertise");
        assertThat(PeerSettings.builder()
                        .bind("0.0.0.0:7400")
                        .advertise("192.0.2.1:0")
                        .secret(SECRET)
                        .build())
                .isNotNull();
    }

    @Test
    void wildcardCannotBeAdvertised() {
        assertRefused(it -> it.advertise("0.0.0.0:7400"), "advertise 0.0.0.0:7400");
    }

    @Test
    void malformedAddressIsNamed() {
        assertRefused(it -> it.bind("nonsense"), "bind \"nonsense\" is not host:port");
        assertRefused(it -> it.bind("127.0.0.1:65536"), "bind \"127.0.0.1:65536\"");
        assertRefused(it -> it.bind("127.0.0.1:-1"), "bind \"127.0.0.1:-1\"");
        assertRefused(it -> it.advertise("\u001b[31m:1"), "advertise \"?[31m:1\"");
    }

    @Test
    void everyBrokenRuleIsNamedAtOnce() {
        assertRefused(
                it -> it.cluster("")
                        .lockFolder(Path.of("locks"))
                        .answerTimeout(Duration.ofSeconds(-1))
                        .keepAlive(Duration.ofSeconds(10))
                        .silence(Duration.ofSeconds(15))
                        .reconnectPause(Duration.ofMillis(1))
                        .maxConnections(0),
                "cluster \"\"",
                "lockFolder locks must be an absolute path",
                "answerTimeout -1s",
                "keepAlive 10s must be at most half of silence 15s",
                "reconnectPause 1ms",
                "maxConnections 0");
    }

    @Test
    void shortSecretIsRefusedWithoutBeingShown() {
        assertThatThrownBy(() -> PeerSecret.of("hunter2"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("secret")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void secretIsNotShown() {
        PeerSettings settings = PeerSettings.builder().secret(SECRET).build();

        assertThat(settings.toString()).contains("***").doesNotContain("horse");
    }

    private static void assertRefused(Consumer<PeerSettings.Builder> change, String... messages) {
        assertThatThrownBy(() -> {
                    PeerSettings.Builder builder = PeerSettings.builder();
                    change.accept(builder);
                    builder.build();
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(messages);
    }
}
