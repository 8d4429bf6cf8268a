// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.UnavailableException;
import java.time.Duration;
import java.util.List;
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

            Registration registration = b.register(name).join();
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
}
