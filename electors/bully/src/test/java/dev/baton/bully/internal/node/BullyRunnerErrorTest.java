// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.bully.Address;
import dev.baton.bully.BullySettings;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.http.ServedNode;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipState;
import dev.baton.bully.internal.membership.MembershipStore;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.peer.Presence;
import dev.baton.quorum.ForwardingLedger;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.MemoryLedger;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a node after an error in one of its steps, if its process goes on. */
@Timeout(30)
class BullyRunnerErrorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Node SELF = new Node(NodeId.of("node1"), new Incarnation(11));
    private static final Address ADDRESS = new Address("127.0.0.1", 2_222);
    private static final ElectionName ELECTION = ElectionName.of("orders");

    private final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final AtomicLong numbers = new AtomicLong();
    private final ThreadLanes lanes = new ThreadLanes("errors", 2, (what, cause) -> faults.add(cause));
    private final Store store = new Store();
    private final WatchedLedger ledger = new WatchedLedger();
    private final UnreachableTransport transport = new UnreachableTransport();
    private final BullyRunner elector = new BullyRunner(
            SELF,
            new BullyMember(SELF.id(), store.mark(), ADDRESS, Priority.DEFAULT, MemberRole.FULL),
            BullySettings.every(Duration.ofMillis(50)),
            List.of(),
            store,
            LedgerWriter.onThread(ledger, "errors-disk"),
            transport,
            Presence.NONE,
            lanes,
            new SplittableRandom(1));

    /** Cannot be emptied while there is trouble. */
    private static final class Store implements MembershipStore {
        private final MemoryMembershipStore within = new MemoryMembershipStore(new StateId(1));
        private volatile Optional<RuntimeException> trouble = Optional.empty();
        private final AtomicInteger refused = new AtomicInteger();

        @Override
        public MembershipState read() {
            return within.read();
        }

        @Override
        public void save(Membership membership) {
            within.save(membership);
        }

        @Override
        public void forget(StateId next) {
            trouble.ifPresent(thrown -> {
                refused.incrementAndGet();
                throw thrown;
            });
            within.forget(next);
        }

        @Override
        public void close() {
            within.close();
        }
    }

    /** Knows which thread closed it. */
    private static final class WatchedLedger extends ForwardingLedger {
        private final AtomicReference<String> closedBy = new AtomicReference<>("nobody");

        WatchedLedger() {
            super(new MemoryLedger());
        }

        @Override
        public void close() {
            closedBy.set(Thread.currentThread().getName());
        }
    }

    @AfterEach
    void close() {
        elector.close();
        lanes.close();
    }

    /** Of a node in another cluster, to which this one belongs. */
    private static Envelope addressed(long number) {
        return new Envelope(
                "another",
                new Node(NodeId.of("node2"), new Incarnation(12)),
                new StateId(2),
                new Address("127.0.0.1", 3_333),
                number,
                new MembershipVersion(Epoch.of(1), 1),
                List.of());
    }

    /** The other cluster speaks to this node again and again, as it does in life: what comes during a write is passed over. */
    private void addressUntil(String what, BooleanSupplier happened, Supplier<Object> state) {
        eventually(
                what,
                PATIENCE,
                () -> {
                    elector.request(addressed(numbers.incrementAndGet())).join();
                    return happened.getAsBoolean();
                },
                state);
    }

    private AtomicInteger extensions(Consumer<ElectorEvent> first) {
        AtomicInteger extensions = new AtomicInteger();
        Contest contest = elector.enter(new ElectionEntry(ELECTION, SELF, Endpoints.NONE), event -> {
            if (event instanceof Extended && extensions.getAndIncrement() == 0) {
                first.accept(event);
            }
        });
        elector.start();
        contest.campaign(Priority.DEFAULT);
        return extensions;
    }

    @Test
    void theNodeGoesOnAfterAnErrorInAStepThatItWokeFor() {
        AtomicInteger extensions = extensions(event -> {
            throw new IllegalStateException("an error in a step");
        });

        eventually("renewals go on", PATIENCE, () -> extensions.get() > 3, extensions::get);

        assertThat(faults).hasSize(1);
    }

    @Test
    void anElectorIsEnteredByItsOwnNodeOnly() {
        Node another = new Node(SELF.id(), new Incarnation(12));

        assertThatThrownBy(() -> elector.enter(new ElectionEntry(ELECTION, another, Endpoints.NONE), event -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this elector is that of " + SELF + ", not of " + another);
    }

    @Test
    void whoAskedIsToldOfTheError() {
        CompletableFuture<Object> answer = new LaneRequests(lanes.open("questions")).ask(answering -> {
            throw new IllegalStateException("an error in a step");
        });

        assertThatThrownBy(() -> answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        eventually("the error is reported", PATIENCE, () -> faults.size() == 1, () -> faults);
    }

    @Test
    void anErrorOfTheStoreIsReportedAndTheNodeGoesOn() {
        elector.start();
        eventually("it is a member", PATIENCE, () -> store.load().isPresent(), store::load);
        store.trouble = Optional.of(new IllegalStateException("an error of the store"));

        addressUntil("the error is reported", () -> !faults.isEmpty(), () -> faults);
        store.trouble = Optional.empty();
        addressUntil("asks to be let in", () -> transport.joins.get() > 0, transport.joins::get);
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoErrorAndTriedAgain() throws Exception {
        elector.start();
        eventually("it is a member", PATIENCE, () -> store.load().isPresent(), store::load);
        store.trouble = Optional.of(new UnavailableException("modelled full disk"));

        ServedNode.Received refused =
                elector.request(addressed(numbers.incrementAndGet())).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(refused.objection()).contains("another cluster");
        addressUntil("it was not written", () -> store.refused.get() > 0, store.refused::get);
        assertThat(store.load()).isPresent();
        assertThat(transport.joins).hasValue(0);
        store.trouble = Optional.empty();
        addressUntil("asks to be let in", () -> transport.joins.get() > 0, transport.joins::get);
        assertThat(store.load()).isEmpty();
        assertThat(faults).isEmpty();
    }

    @Test
    void theLedgerIsClosedOnTheThreadThatWritesIt() {
        elector.start();

        elector.close();

        assertThat(ledger.closedBy.get()).isEqualTo("errors-disk");
    }
}
