// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The name registry over real sockets. */
@Timeout(120)
class RegistryNamesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void aNameIsFoundFromEveryNodeMonitoredAndFreedWithItsOwner() {
        RegistryName name = RegistryName.of("printer");
        List<DownReason> told = new CopyOnWriteArrayList<>();
        try (LocalRegistry registry = new LocalRegistry("names", 3)) {
            RegistryElector a = registry.voters().get(0);
            RegistryElector b = registry.voters().get(1);
            RegistryElector c = registry.voters().get(2);

            NameRegistration registration = b.register(name).join();
            eventually(
                    "a and c find it",
                    PATIENCE,
                    () -> a.whereIs(name).isPresent() && c.whereIs(name).isPresent(),
                    a::members);
            assertThat(c.whereIs(name)).contains(registration);
            assertThatThrownBy(() -> c.register(name).join()).hasCauseInstanceOf(NameTakenException.class);
            a.monitor(name, told::add);
            a.monitor(RegistryName.of("nobody-has-this"), told::add);
            eventually("the missing name is told", PATIENCE, () -> told.contains(DownReason.NO_SUCH_NAME), () -> told);
            b.close();

            eventually("its end is told", PATIENCE, () -> told.contains(DownReason.NODE_DOWN), () -> told);
            assertThat(c.register(name).join().owner()).isNotEqualTo(registration.owner());
            eventually("a finds the new owner", PATIENCE, () -> a.whereIs(name).isPresent(), a::members);
            assertThat(told).containsExactlyInAnyOrder(DownReason.NO_SUCH_NAME, DownReason.NODE_DOWN);
            assertThatThrownBy(() -> b.register(name).join()).hasCauseInstanceOf(UnavailableException.class);
        }
    }

    /** Many of them, since the tables that must be ready by then take longer to make the more names there are. */
    @Test
    void whoIsToldOfARegistrationFindsIt() {
        try (LocalRegistry registry = new LocalRegistry("told", 1)) {
            RegistryElector voter = registry.voters().get(0);
            for (int i = 0; i < 500; i++) {
                RegistryName name = RegistryName.of("printer-" + i);

                Optional<NameRegistration> found = voter.register(name)
                        .thenApply(told -> voter.whereIs(name))
                        .join();

                assertThat(found).as(name.value()).isPresent();
            }
        }
    }
}
