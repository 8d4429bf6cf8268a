// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.UnavailableException;
import dev.baton.commands.access.PasswordHash;
import dev.baton.commands.access.User;
import dev.baton.commands.access.UserPermission;
import dev.baton.commands.resp.ReadLimits;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandSettingsTest {
    private static final User ANN = new User(
            "ann",
            PasswordHash.of("secret", new SecureRandom()),
            List.of(new UserPermission("a/", UserPermission.Right.READ_AND_WRITE)));

    @Test
    void itListensOnLoopbackUnlessToldOtherwise() {
        CommandSettings settings = CommandSettings.builder().anonymous().build();

        assertThat(settings.bind().isLoopbackAddress()).isTrue();
        assertThat(settings.port()).isEqualTo(25873);
    }

    @Test
    void whatMayWaitForSlowReadersFollowsTheMemory() {
        assertThat(ConnectionLimits.allOutputBytes(256L << 20)).isEqualTo(64 << 20);
        assertThat(ConnectionLimits.allOutputBytes(64L << 30)).isEqualTo(256 << 20);
        assertThat(ConnectionLimits.allOutputBytes(1 << 20)).isEqualTo(4 << 20);
        assertThat(ConnectionLimits.DEFAULT.allOutputBytes()).isLessThanOrEqualTo((int)
                Math.max(4 << 20, Runtime.getRuntime().maxMemory() / 4));
    }

    @Test
    void nobodyIsLetInUnlessSomebodySaidSo() {
        assertThatThrownBy(() -> CommandSettings.builder().build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nobody may log in");
    }

    @Test
    void anAddressThatOthersReachNeedsUsers() {
        assertThatThrownBy(() ->
                        CommandSettings.builder().bind("0.0.0.0").anonymous().build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("0.0.0.0 is not a loopback address");
        assertThat(CommandSettings.builder()
                        .bind("0.0.0.0")
                        .users(List.of(ANN))
                        .build()
                        .anonymous())
                .isFalse();
    }

    @Test
    void contradictionsAreAllNamedAtOnce() {
        assertThatThrownBy(() -> CommandSettings.builder()
                        .port(70_000)
                        .anonymous()
                        .users(List.of(ANN, ANN))
                        .read(ReadLimits.DEFAULT.withArgumentBytes(1000))
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("port 70000")
                .hasMessageContaining("exclude each other")
                .hasMessageContaining("same name")
                .hasMessageContaining("argumentBytes 1000");
    }

    @Test
    void noSecretIsShown() {
        String shown = CommandSettings.builder().users(List.of(ANN)).build().toString();

        assertThat(shown).contains("user ann").doesNotContain("secret").doesNotContain("pbkdf2");
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        try (TestServer it = TestServer.open()) {
            assertThatThrownBy(() -> CommandServer.open(CommandSettings.builder()
                            .port(it.server.port())
                            .anonymous()
                            .build()))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(":" + it.server.port());
        }
    }
}
