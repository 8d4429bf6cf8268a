// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Epoch;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipStore;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.bully.internal.witness.RowWitness;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.net.InetAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Requests and answers as messages of a modelled network. Who has ended refuses, who cannot be reached is silent. */
final class ModelledTransport implements PeerTransport {
    private final String self;
    private final MembershipStore store;
    private final SimulatedProcess process;
    private final Network network;
    private final Duration timeout;
    private final Twist twist;
    private final Function<Address, SimulatedBullyNode> targets;
    private final Optional<ModelledDatabase> database;

    ModelledTransport(SimulatedBullyNode.Disk disk, SimulatedProcess process, Twist twist, SimulatedCluster cluster) {
        this.self = disk.name;
        this.store = disk.store;
        this.process = process;
        this.network = cluster.network();
        this.timeout = cluster.settings.requestTimeout();
        this.twist = twist;
        this.targets = cluster::at;
        this.database = cluster.database;
    }

    /** Answers once: what comes first of an answer and the timeout. */
    private <T> Consumer<CallOutcome<T>> once(Consumer<CallOutcome<T>> answer) {
        AtomicBoolean answered = new AtomicBoolean();
        Consumer<CallOutcome<T>> once = outcome -> {
            if (answered.compareAndSet(false, true)) {
                answer.accept(outcome);
            }
        };
        process.after(timeout.toNanos(), () -> once.accept(new CallOutcome.Failed<>(false, "no answer")));
        return once;
    }

    private <T> void askTheWitness(WitnessQuestion<T> question, Consumer<CallOutcome<T>> answer) {
        Consumer<CallOutcome<T>> once = once(answer);
        Optional<Membership> formed =
                store.load().filter(known -> known.stamp().epoch().equals(Epoch.NONE));
        database.orElseThrow()
                .<T>ask(
                        self,
                        witness -> question.ask(witness, formed),
                        outcome -> process.run(() -> once.accept(outcome)));
    }

    private interface WitnessQuestion<T> {
        T ask(RowWitness witness, Optional<Membership> formed) throws SQLException;
    }

    private <T> void call(
            Address to,
            Function<BullyElector, CompletableFuture<CallOutcome<T>>> request,
            Consumer<CallOutcome<T>> answer) {
        Consumer<CallOutcome<T>> once = once(answer);
        Supplier<SimulatedBullyNode> target = () -> targets.apply(to);
        String there = target.get().id();
        network.send(self, there, () -> {
            SimulatedBullyNode at = target.get();
            if (at.hasEnded()) {
                back(there, once, new CallOutcome.Failed<>(true, "refused"));
            } else {
                at.run(() -> request.apply(at.elector)
                        .thenAccept(outcome -> back(there, once, outcome))
                        .exceptionally(failed -> null));
            }
        });
    }

    private <T> void back(String from, Consumer<CallOutcome<T>> answer, CallOutcome<T> outcome) {
        network.send(from, self, () -> process.run(() -> answer.accept(outcome)));
    }

    @Override
    public void post(Address to, Envelope envelope, Consumer<CallOutcome<Envelope>> answer) {
        Envelope twisted = twist.on(envelope);
        if (to.equals(WitnessMember.ADDRESS)) {
            askTheWitness((witness, formed) -> twist.on(witness.hear(twisted, formed)), answer);
            return;
        }
        call(
                to,
                elector -> elector.node()
                        .request(twisted)
                        .thenApply(received -> received.answer()
                                .<CallOutcome<Envelope>>map(it -> new CallOutcome.Answered<>(twist.on(it)))
                                .orElseGet(() -> new CallOutcome.Failed<>(false, received.objection()))),
                answer);
    }

    @Override
    public void beat(Address to, Consumer<CallOutcome<NodeStatus>> answer) {
        if (to.equals(WitnessMember.ADDRESS)) {
            String cluster = store.load().map(Membership::cluster).orElse("");
            askTheWitness((witness, formed) -> witness.status(cluster, formed), answer);
            return;
        }
        call(
                to,
                elector -> CompletableFuture.completedFuture(
                        new CallOutcome.Answered<>(elector.node().status())),
                answer);
    }

    @Override
    public void join(Address to, JoinRequest request, Consumer<CallOutcome<JoinAnswer>> answer) {
        call(
                to,
                elector -> elector.node()
                        .join(request, InetAddress.getLoopbackAddress())
                        .thenApply(CallOutcome.Answered::new),
                answer);
    }

    @Override
    public void verify(JoinRequest request, InetAddress from, Consumer<CallOutcome<Boolean>> answer) {
        call(
                request.member().address(),
                elector -> elector.node()
                        .confirms(request.nonce())
                        .thenApply(confirmed -> confirmed
                                ? new CallOutcome.Answered<>(true)
                                : new CallOutcome.Failed<>(false, "did not ask")),
                answer);
    }

    @Override
    public void close() {}
}
