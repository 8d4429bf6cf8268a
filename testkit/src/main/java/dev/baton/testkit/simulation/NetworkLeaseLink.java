// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseToken;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The way of one process to the modelled store, over the network. */
final class NetworkLeaseLink implements LeaseLink {
    private final String endpoint;
    private final SimulatedProcess process;
    private final Network network;
    private final ModelledStore store;
    private final CoverageCounts facts;
    private final Map<LeaseToken, Attempt> last = new HashMap<>();

    NetworkLeaseLink(
            String endpoint, SimulatedProcess process, Network network, ModelledStore store, CoverageCounts facts) {
        this.endpoint = endpoint;
        this.process = process;
        this.network = network;
        this.store = store;
        this.facts = facts;
    }

    /** The outcome of a request. */
    private static final class Attempt {
        private boolean applied;
        private boolean answered;
    }

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        if (process.hasEnded()) {
            return;
        }
        Attempt attempt = new Attempt();
        Optional<Attempt> before = tokenOf(request).map(token -> last.put(token, attempt));
        network.send(endpoint, ModelledStore.NAME, () -> {
            LeaseReply reply = store.answer(request);
            attempt.applied |= reply instanceof LeaseReply.Answered;
            network.send(
                    ModelledStore.NAME,
                    endpoint,
                    () -> process.run(() -> {
                        if (!attempt.answered) {
                            attempt.answered = true;
                            before.filter(earlier -> !earlier.answered)
                                    .ifPresent(earlier -> facts.seen(
                                            earlier.applied
                                                    ? CoverageFact.UNKNOWN_OUTCOME_WAS_APPLIED
                                                    : CoverageFact.UNKNOWN_OUTCOME_WAS_NOT_APPLIED));
                            answer.accept(reply);
                        }
                    }));
        });
    }

    private static Optional<LeaseToken> tokenOf(LeaseRequest request) {
        return request.answerBy(new LeaseRequest.Handler<>() {
            @Override
            public Optional<LeaseToken> read(LeaseRequest.Read read) {
                return Optional.empty();
            }

            @Override
            public Optional<LeaseToken> acquire(LeaseRequest.Acquire acquire) {
                return Optional.of(acquire.token());
            }

            @Override
            public Optional<LeaseToken> renew(LeaseRequest.Renew renew) {
                return Optional.of(renew.token());
            }

            @Override
            public Optional<LeaseToken> release(LeaseRequest.Release release) {
                return Optional.of(release.token());
            }

            @Override
            public Optional<LeaseToken> claim(LeaseRequest.Claim claim) {
                return Optional.empty();
            }
        });
    }

    @Override
    public void watch(Listener listener) {
        store.watch(endpoint, election -> process.run(() -> listener.changed(election)));
    }

    @Override
    public void close() {}
}
