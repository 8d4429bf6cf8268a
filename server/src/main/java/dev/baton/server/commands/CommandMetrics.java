// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.commands;

import dev.baton.UnavailableException;
import dev.baton.commands.CommandServer;
import dev.baton.commands.CommandStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** Measures the command server. */
public final class CommandMetrics {
    private final CommandServer server;
    private final MeterRegistry registry;

    private CommandMetrics(CommandServer server, MeterRegistry registry) {
        this.server = server;
        this.registry = registry;
    }

    public static void watch(CommandServer server, MeterRegistry registry) {
        new CommandMetrics(server, registry).register();
    }

    private void register() {
        gauge("baton.commands.clients", "connections", CommandStats::clients);
        gauge("baton.commands.keys", "keys kept", CommandStats::keys);
        gauge("baton.commands.bytes", "estimated memory of keys and values", CommandStats::bytes);
        counter("baton.commands.handled", "commands, successful or not", CommandStats::commands);
        counter("baton.commands.redirected", "answered with NOT_LEADER or NO_LEADER", CommandStats::redirected);
        counter("baton.commands.failed", "answered with any other error", CommandStats::failed);
        counter("baton.commands.disowned", "replies held back as leadership ended", CommandStats::disowned);
        counter("baton.commands.failed.logins", "wrong passwords", CommandStats::failedLogins);
        counter("baton.commands.cut", "connections that the server ended", CommandStats::cut);
        counter("baton.commands.turned.away", "connections beyond the limit", CommandStats::turnedAway);
    }

    private void gauge(String name, String about, ToDoubleFunction<CommandStats> value) {
        Gauge.builder(name, server, it -> ask(it, value)).description(about).register(registry);
    }

    private void counter(String name, String about, ToDoubleFunction<CommandStats> value) {
        FunctionCounter.builder(name, server, it -> ask(it, value))
                .description(about)
                .register(registry);
    }

    private static double ask(CommandServer server, ToDoubleFunction<CommandStats> value) {
        try {
            return value.applyAsDouble(server.stats());
        } catch (UnavailableException busy) {
            return Double.NaN;
        }
    }
}
