// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Duty;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.spi.Ticker;
import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A server on a free port, whose leadership the test gives and takes. */
final class TestServer implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final CommandServer server;
    final Duty duty;

    TestServer(UnaryOperator<CommandSettings.Builder> settings) {
        this(settings, System::nanoTime);
    }

    TestServer(UnaryOperator<CommandSettings.Builder> settings, Ticker ticker) {
        this.server = CommandServer.open(
                settings.apply(CommandSettings.builder().port(0)).build(), ticker);
        this.duty = server.duty();
    }

    static TestServer open() {
        return new TestServer(CommandSettings.Builder::anonymous);
    }

    static TestServer leading() {
        return open().lead(7);
    }

    TestServer lead(long epoch) {
        return lead(TestLeadership.lasting(epoch));
    }

    TestServer lead(Leadership leadership) {
        try {
            duty.start(leadership, cause -> {
                throw new AssertionError(cause);
            });
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
        return this;
    }

    void stopLeading() {
        try {
            duty.stop();
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    void follow(String leader, String address, long epoch) {
        Leader other = new Leader(
                TestLeadership.ELECTION,
                TestLeadership.node(leader),
                Epoch.of(epoch),
                Endpoints.of(CommandServer.ENDPOINT, address));
        server.follow(() -> Optional.of(other));
    }

    RawClient connect() {
        return new RawClient(server.port());
    }

    void eventually(String fact, Predicate<CommandStats> holds) {
        Eventually.eventually(fact, PATIENCE, () -> holds.test(server.stats()), server::stats);
    }

    @Override
    public void close() {
        server.close();
    }
}
