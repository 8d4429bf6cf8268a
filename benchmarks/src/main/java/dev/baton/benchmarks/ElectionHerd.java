// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.ElectionName;
import dev.baton.bully.Address;
import dev.baton.bully.BullyClusterView;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullyElector;
import dev.baton.bully.BullySettings;
import dev.baton.bully.Credentials;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistryElector;
import dev.baton.registry.RegistrySettings;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Three nodes in this process, over loopback sockets and with files, and what their candidates are told. */
final class ElectionHerd implements AutoCloseable {
    private static final int NODES = 3;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration AFTER_A_LEASE = Duration.ofSeconds(1);

    private final List<Baton> nodes = new ArrayList<>();
    private final Set<ElectionName> won = ConcurrentHashMap.newKeySet();
    private final Set<ElectionName> renewed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger alarms = new AtomicInteger();

    private ElectionHerd() {}

    static ElectionHerd registry(Path folder) throws InterruptedException {
        ElectionHerd herd = new ElectionHerd();
        List<Integer> ports = freePorts();
        List<String> hosts = ports.stream().map(port -> "127.0.0.1:" + port).toList();
        List<RegistryElector> electors = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            RegistryConfiguration configuration = RegistryConfiguration.of("herd", folder.resolve("node-" + i))
                    .bind("127.0.0.1", ports.get(i))
                    .hosts(hosts)
                    .build();
            herd.start(i, RegistryElector.with(configuration), electors);
        }
        await(
                "all are in one group",
                () -> electors.stream().allMatch(elector -> elector.members().size() == NODES));
        return herd.settled(RegistrySettings.TERMS);
    }

    static ElectionHerd bully(Path folder) throws InterruptedException {
        ElectionHerd herd = new ElectionHerd();
        List<Integer> ports = freePorts();
        Credentials credentials = new Credentials("herd-user", "herd-password");
        List<BullyElector> electors = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            BullyConfiguration.Builder configuration = BullyConfiguration.of(credentials, folder.resolve("node-" + i))
                    .listen("127.0.0.1", ports.get(i));
            herd.start(
                    i,
                    BullyElector.with((i == 0
                                    ? configuration.form()
                                    : configuration.join(List.of(new Address("127.0.0.1", ports.get(0)))))
                            .build()),
                    electors);
        }
        await(
                "all are members",
                () -> electors.stream()
                                        .map(elector -> elector.view().version())
                                        .distinct()
                                        .count()
                                == 1
                        && electors.stream().map(BullyElector::view).allMatch(ElectionHerd::isWhole));
        return herd.settled(BullySettings.defaults().terms());
    }

    private static boolean isWhole(BullyClusterView view) {
        return view.peers().size() == NODES && view.peers().stream().allMatch(BullyClusterView.Peer::alive);
    }

    private static List<Integer> freePorts() {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            ports.add(FreePorts.take());
        }
        return ports;
    }

    private <E extends Elector> void start(int number, ElectorFactory<E> factory, List<E> electors) {
        nodes.add(Baton.node("node-" + number).start(context -> {
            E elector = factory.start(context);
            electors.add(elector);
            return new Heard(elector);
        }));
    }

    /** All vote, and none of them still abstains because it has just started. */
    private ElectionHerd settled(LeaseTerms terms) throws InterruptedException {
        stand("first");
        await("the first election is won", () -> won.size() == 1);
        TimeUnit.NANOSECONDS.sleep(terms.lease().plus(AFTER_A_LEASE).toNanos());
        await("the first election is renewed", () -> renewed.size() == 1);
        won.clear();
        renewed.clear();
        return this;
    }

    /** A candidate of each node. */
    void stand(String election) {
        nodes.forEach(node -> node.stand(election).quiet().start());
    }

    void awaitWon(int elections) throws InterruptedException {
        await("all are won", () -> won.size() >= elections);
    }

    void awaitRenewed(int elections) throws InterruptedException {
        await("all are renewed", () -> renewed.size() >= elections);
    }

    /** How often a candidate was told that it hears too few voters. */
    int alarms() {
        return alarms.get();
    }

    /** How often a leadership was lost. */
    int lost() {
        return lost.get();
    }

    private static void await(String what, BooleanSupplier fact) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!fact.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("not within " + LIMIT + ": " + what);
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Override
    public void close() {
        nodes.forEach(Baton::close);
    }

    /** An elector whose events are counted. */
    private final class Heard implements Elector {
        private final Elector elector;

        Heard(Elector elector) {
            this.elector = elector;
        }

        @Override
        public Guarantee guarantee() {
            return elector.guarantee();
        }

        @Override
        public Duration certainty() {
            return elector.certainty();
        }

        @Override
        public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
            return elector.enter(entry, event -> {
                if (event instanceof ElectorEvent.Granted) {
                    won.add(entry.election());
                } else if (event instanceof ElectorEvent.Extended) {
                    renewed.add(entry.election());
                } else if (event instanceof ElectorEvent.Lost) {
                    lost.incrementAndGet();
                } else if (event instanceof ElectorEvent.Trouble trouble
                        && trouble.alarm().kind() == Alarm.Kind.UNREACHABLE) {
                    alarms.incrementAndGet();
                }
                events.accept(event);
            });
        }

        @Override
        public void close() {
            elector.close();
        }
    }
}
