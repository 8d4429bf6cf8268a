// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import dev.baton.Epoch;
import dev.baton.UnavailableException;
import dev.baton.bully.Address;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipStore;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.BlockingCalls;
import java.net.InetAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Brings to the database what is for the witness there, and to the network what is for anybody else. */
public final class WitnessTransport implements PeerTransport {
    private static final AsyncLog LOG = AsyncLog.of(WitnessTransport.class);
    private static final int THREADS = 2;
    private static final int MAX_IN_FLIGHT = 32;

    private final PeerTransport network;
    private final WitnessClient witness;
    private final MembershipStore store;
    private final Duration timeout;
    private final BlockingCalls calls = new BlockingCalls("baton-bully-witness", THREADS);
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile String lastTrouble = "";

    /** Something to ask the database. */
    private interface Question<T> {
        T ask(int timeoutSeconds) throws SQLException;
    }

    /** @param store only read */
    public WitnessTransport(PeerTransport network, WitnessClient witness, MembershipStore store, Duration timeout) {
        this.network = network;
        this.witness = witness;
        this.store = store;
        this.timeout = timeout;
    }

    @Override
    public void post(Address to, Envelope envelope, Consumer<CallOutcome<Envelope>> answer) {
        if (to.equals(WitnessMember.ADDRESS)) {
            Optional<Membership> formed = formed();
            ask(seconds -> witness.hear(envelope, formed, seconds), answer);
        } else {
            network.post(to, envelope, answer);
        }
    }

    @Override
    public void beat(Address to, Consumer<CallOutcome<NodeStatus>> answer) {
        if (to.equals(WitnessMember.ADDRESS)) {
            Optional<Membership> formed = formed();
            String cluster = store.load().map(Membership::cluster).orElse("");
            ask(seconds -> witness.status(cluster, formed, seconds), answer);
        } else {
            network.beat(to, answer);
        }
    }

    @Override
    public void join(Address to, JoinRequest request, Consumer<CallOutcome<JoinAnswer>> answer) {
        if (to.equals(WitnessMember.ADDRESS)) {
            answer.accept(new CallOutcome.Failed<>(false, "a witness does not admit members"));
        } else {
            network.join(to, request, answer);
        }
    }

    @Override
    public void verify(JoinRequest request, InetAddress from, Consumer<CallOutcome<Boolean>> answer) {
        network.verify(request, from, answer);
    }

    private Optional<Membership> formed() {
        return store.load().filter(known -> known.stamp().epoch().equals(Epoch.NONE));
    }

    private <T> void ask(Question<T> question, Consumer<CallOutcome<T>> answer) {
        CompletableFuture<T> asked = new CompletableFuture<>();
        if (underWay.incrementAndGet() > MAX_IN_FLIGHT) {
            underWay.decrementAndGet();
            answer.accept(new CallOutcome.Failed<>(false, "the database hangs"));
            return;
        }
        BlockingCalls.Call call = calls.submit(() -> {
            try {
                if (!asked.isDone()) {
                    asked.complete(question.ask(Math.max(1, (int) timeout.toSeconds())));
                }
            } catch (SQLException | RuntimeException trouble) {
                asked.completeExceptionally(trouble);
            } finally {
                underWay.decrementAndGet();
            }
        });
        CompletableFuture<T> unused = asked.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((said, trouble) -> {
                    if (trouble == null) {
                        lastTrouble = "";
                        answer.accept(new CallOutcome.Answered<>(said));
                    } else {
                        call.interrupt();
                        report(trouble);
                        answer.accept(new CallOutcome.Failed<>(false, witness + " did not answer"));
                    }
                });
    }

    /** Said once, not at every heartbeat. A driver's own words may hold a URL with a password, and are left out. */
    private void report(Throwable trouble) {
        String kind = trouble.getClass().getSimpleName();
        if (trouble instanceof SQLException sql) {
            kind = "SQL state " + sql.getSQLState();
        } else if (trouble instanceof UnavailableException ours) {
            kind = String.valueOf(ours.getMessage());
        }
        if (!kind.equals(lastTrouble)) {
            lastTrouble = kind;
            LOG.warn("{} does not answer: {}", witness, kind);
        }
    }

    @Override
    public void close() {
        calls.close();
        witness.close();
        network.close();
    }
}
