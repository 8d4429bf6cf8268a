// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.internal.http.HttpTransport;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.peer.Presence;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.MemoryLedger;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.Priority;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** More elections than fit into one request, among three nodes over real sockets. What they store is in memory. */
@Timeout(120)
@Isolated
class ManyElectionsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(1_500));
    private static final int ELECTIONS = 1_100;
    private static final int RENEWALS = 2;

    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final ThreadLanes lanes = new ThreadLanes("many", 2, (what, cause) -> faults.add(cause));
    private final List<Node> nodes = new ArrayList<>();
    private final List<BullyElector> electors = new ArrayList<>();
    private final Map<ElectionName, Integer> extensions = new ConcurrentHashMap<>();
    private final Set<ElectionName> led = ConcurrentHashMap.newKeySet();
    private final Queue<ElectionName> lost = new ConcurrentLinkedQueue<>();

    /** What the leader's lane waits for. */
    private interface Wait {
        void await() throws InterruptedException;
    }

    private final AtomicReference<Wait> duringNextEvent = new AtomicReference<>(() -> {});

    @AfterEach
    void close() {
        electors.forEach(BullyElector::close);
        lanes.close();
    }

    private void start() {
        SecureRandom chance = new SecureRandom();
        List<HttpTransport> transports = new ArrayList<>();
        List<BullyMember> members = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            String name = "node" + i;
            transports.add(new HttpTransport(
                    name,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    SETTINGS.requestTimeout(),
                    LocalCluster.CREDENTIALS.secret(),
                    Optional.empty(),
                    JoinPolicy.OWN_ADDRESS::objection,
                    chance));
            nodes.add(new Node(NodeId.of(name), Incarnation.random(chance)));
            members.add(new BullyMember(
                    NodeId.of(name),
                    new StateId(i),
                    new Address("127.0.0.1", transports.get(i - 1).port()),
                    Priority.DEFAULT,
                    MemberRole.FULL));
        }
        Membership all = new Membership("many", new MembershipVersion(Epoch.of(1), 1), Epoch.NONE, members, List.of());
        for (int i = 0; i < 3; i++) {
            MemoryMembershipStore store =
                    new MemoryMembershipStore(members.get(i).mark());
            store.save(all);
            BullyElector elector = new BullyElector(
                    nodes.get(i),
                    members.get(i),
                    SETTINGS,
                    List.of(),
                    store,
                    LedgerWriter.onThread(new MemoryLedger(), "many-disk-" + i),
                    transports.get(i),
                    Presence.NONE,
                    lanes,
                    new SplittableRandom(i));
            transports.get(i).serve(elector.node());
            electors.add(elector);
        }
        electors.forEach(elector -> elector.node().start());
        eventually(
                "all vote",
                PATIENCE,
                () -> !electors.get(2).view().version().equals(all.stamp().toString()),
                () -> electors.get(2).view());
    }

    private void stand(ElectionName election) {
        electors.get(2)
                .enter(new ElectionEntry(election, nodes.get(2), Endpoints.NONE), event -> heard(election, event))
                .campaign(Priority.DEFAULT);
    }

    private void heard(ElectionName election, ElectorEvent event) {
        Wait wait = duringNextEvent.getAndSet(() -> {});
        try {
            wait.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (event instanceof Granted) {
            led.add(election);
        } else if (event instanceof Lost) {
            led.remove(election);
            lost.add(election);
        } else if (event instanceof Extended) {
            extensions.merge(election, 1, Integer::sum);
        }
    }

    /** Keeps the leader's lane for so long, so that all its renewals are due at once. */
    private void standStill(Duration pause) {
        CountDownLatch over = new CountDownLatch(1);
        AtomicLong since = new AtomicLong();
        duringNextEvent.set(() -> {
            since.set(System.nanoTime());
            over.await();
        });
        eventually(
                "it stood still",
                PATIENCE,
                () -> since.get() != 0 && System.nanoTime() - since.get() > pause.toNanos(),
                since::get);
        over.countDown();
    }

    private long extendedOften(int times) {
        return extensions.values().stream().filter(count -> count >= times).count();
    }

    @Test
    void aNodeThatLeadsManyElectionsKeepsLeadingThem() {
        start();
        long began = System.nanoTime();
        for (int i = 0; i < ELECTIONS; i++) {
            stand(ElectionName.of("election-" + i));
        }

        eventually("all are won", PATIENCE, () -> led.size() == ELECTIONS, this::state);
        Duration winning = Duration.ofNanos(System.nanoTime() - began);
        lost.clear();
        standStill(SETTINGS.heartbeat());
        extensions.clear();
        eventually("all are renewed", PATIENCE, () -> extendedOften(RENEWALS) == ELECTIONS, this::state);

        System.out.printf(
                "%d elections won in %d ms, each renewed %d times in %d ms%n",
                ELECTIONS,
                winning.toMillis(),
                RENEWALS,
                Duration.ofNanos(System.nanoTime() - began).minus(winning).toMillis());
        assertThat(lost).isEmpty();
        assertThat(led).hasSize(ELECTIONS);
        assertThat(faults).isEmpty();
    }

    private String state() {
        return led.size() + " led, " + lost.size() + " lost, " + extendedOften(RENEWALS) + " renewed, faults " + faults;
    }
}
