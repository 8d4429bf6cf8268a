// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells how long renewals take, waiting for the store included: what eats into a lease, and is worth a graph. */
final class TimedLink implements LeaseLink {
    private static final AsyncLog LOG = AsyncLog.of(TimedLink.class);

    private final LeaseLink link;
    private final Ticker ticker;
    private final Consumer<Duration> renewals;
    private final AtomicBoolean told = new AtomicBoolean();

    TimedLink(LeaseLink link, Ticker ticker, Consumer<Duration> renewals) {
        this.link = link;
        this.ticker = ticker;
        this.renewals = renewals;
    }

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        if (!(request instanceof LeaseRequest.Renew)) {
            link.send(request, answer);
            return;
        }
        long sent = ticker.nanos();
        link.send(request, reply -> {
            long took = ticker.nanos() - sent;
            // The answer first: leadership depends on it, and not on statistics.
            answer.accept(reply);
            if (reply instanceof LeaseReply.Answered) {
                report(Duration.ofNanos(took));
            }
        });
    }

    private void report(Duration took) {
        try {
            renewals.accept(took);
        } catch (Throwable broken) {
            if (!told.getAndSet(true)) {
                LOG.warn("the time of a renewal could not be measured; logged only once", broken);
            }
        }
    }

    @Override
    public void watch(Listener listener) {
        link.watch(listener);
    }

    @Override
    public void close() {
        link.close();
    }
}
