// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.NodeId;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.BlockingCalls;
import dev.baton.registry.ConflictResolver.Claim;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Lets the user's resolver choose between two claims, on a separate thread and for a limited time. If the resolver
 * throws, returns something else or does not answer, the default rule decides.
 */
final class ConflictArbiter implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(ConflictArbiter.class);
    private static final int THREADS = 4;
    /** How long a resolver may take. */
    static final Duration LIMIT = Duration.ofMillis(500);

    private final NodeId self;
    private final ConflictResolver resolver;
    private final BlockingCalls threads;

    ConflictArbiter(NodeId self, ConflictResolver resolver) {
        this.self = self;
        this.resolver = resolver;
        this.threads = new BlockingCalls("baton-" + self + "-resolver", THREADS);
    }

    /** Calls {@code chosen} once, on any thread, with the claim that wins. */
    void decide(Claim one, Claim other, Consumer<Claim> chosen) {
        AtomicBoolean decided = new AtomicBoolean();
        Consumer<Claim> once = winner -> {
            if (decided.compareAndSet(false, true)) {
                LOG.warn("{}: two owners of {} have met: {} and {}; {} keeps it", self, one.name(), one, other, winner);
                chosen.accept(winner);
            }
        };
        BlockingCalls.Call call = threads.submit(() -> once.accept(ask(one, other)));
        CompletableFuture.delayedExecutor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> {
                    if (!decided.get()) {
                        call.interrupt();
                        once.accept(ConflictResolver.HIGHER_EPOCH_WINS.choose(one, other));
                    }
                });
    }

    private Claim ask(Claim one, Claim other) {
        try {
            Claim winner = resolver.choose(one, other);
            if (one.equals(winner) || other.equals(winner)) {
                return winner;
            }
            LOG.error("{}: the conflict resolver chose {}, which is neither; the default rule decides", self, winner);
        } catch (RuntimeException | Error broken) {
            LOG.error("{}: the conflict resolver failed; the default rule decides", self, broken);
        }
        return ConflictResolver.HIGHER_EPOCH_WINS.choose(one, other);
    }

    @Override
    public void close() {
        threads.close();
    }
}
