// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application that fails after its node was started leaves nothing of the node behind. */
class FailedStartTest {
    private static final AtomicInteger NODES = new AtomicInteger();

    private final String node = "failed-start-" + NODES.incrementAndGet();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, BatonAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.generate-unique-name=true",
                    "baton.node=" + node,
                    "baton.elections=nightly",
                    "baton.sql.create-schema=true",
                    "baton.sql.lease=10m");

    @Test
    void itsThreadsEndAndItsPortIsFree() throws IOException {
        int port = FreePorts.take();

        runner.withPropertyValues("baton.peer.enabled=true", "baton.peer.bind=127.0.0.1:" + port)
                .withBean(Broken.class)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessage("after " + node));

        eventually(
                "the threads of the node end",
                Duration.ofSeconds(60),
                () -> threads().isEmpty(),
                this::threads);
        try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.isBound()).isTrue();
        }
    }

    @Test
    void anApplicationThatStartsHasThem() {
        runner.run(context -> assertThat(threads()).isNotEmpty());
    }

    private List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(it -> it.contains(node))
                .toList();
    }

    /** Made before what stands in elections. */
    static class Broken {
        Broken(Baton baton) {
            throw new IllegalStateException("after " + baton.node().id());
        }
    }
}
