// SPDX-License-Identifier: Apache-2.0
package dev.baton.lease;

import dev.baton.core.ElectionName;
import dev.baton.core.Instants;
import dev.baton.core.Invariant;
import dev.baton.core.Ticker;
import dev.baton.runtime.AsyncLog;
import dev.baton.runtime.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A link that calls a {@link LeaseStore} on a thread of its own. What queued up while the store was busy goes as one
 * batch, so a thousand elections cost the store a few calls per renewal interval. Looks of standbys wait for each other:
 * a first one goes at once, those that follow it closely go together, or with the next request that is no mere look. The
 * queue holds one request per election: a newer one replaces one that is still waiting, because its sender has given up
 * on that.
 */
public final class StoreLink implements LeaseLink {
    static final int MAX_BATCH = 1_000;

    private static final AsyncLog LOG = AsyncLog.of(StoreLink.class);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(100);

    private final LeaseStore store;
    private final Duration lookPause;
    private final Ticker ticker;
    private final Map<ElectionName, Pending> waiting = new LinkedHashMap<>();
    private final Thread thread;
    private long looksFrom;
    private boolean closed;

    /** A link on which nothing waits but for the store. */
    public StoreLink(LeaseStore store) {
        this(store, Duration.ZERO, () -> 0);
    }

    /** @param lookPause between looks of standbys; well below the time that an answer is waited for */
    public StoreLink(LeaseStore store, Duration lookPause, Ticker ticker) {
        this.store = store;
        this.lookPause = lookPause;
        this.ticker = ticker;
        this.looksFrom = ticker.nanos();
        this.thread = new Thread(this::run, "baton-lease-store");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    private record Pending(LeaseRequest request, Consumer<LeaseReply> answer) {
        boolean isLook() {
            return request instanceof LeaseRequest.Read;
        }
    }

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        synchronized (waiting) {
            waiting.put(request.election(), new Pending(request, answer));
            waiting.notifyAll();
        }
    }

    private void run() {
        try {
            while (serve()) {
                // Until closed.
            }
        } finally {
            store.close();
        }
    }

    /** One batch; false once closed. All elections of the node hang on this thread, so no error ends it. */
    private boolean serve() {
        try {
            List<Pending> batch = take();
            if (batch.isEmpty()) {
                return false;
            }
            execute(batch);
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Throwable broken) {
            LOG.error("requests to the lease store were lost", broken);
            return pauseAfterError();
        }
    }

    /** What failed for lack of memory may fail again; false once closed. */
    private static boolean pauseAfterError() {
        try {
            Pause.of(PAUSE_AFTER_ERROR);
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What is waiting, up to a batch; empty once closed. */
    private List<Pending> take() throws InterruptedException {
        synchronized (waiting) {
            awaitBatch();
            List<Pending> batch = new ArrayList<>();
            Iterator<Pending> next = waiting.values().iterator();
            while (!closed && next.hasNext() && batch.size() < MAX_BATCH) {
                batch.add(next.next());
                next.remove();
            }
            return batch;
        }
    }

    private void awaitBatch() throws InterruptedException {
        while (!closed) {
            long now = ticker.nanos();
            if (waiting.isEmpty()) {
                waiting.wait();
            } else if (Instants.isBefore(now, looksFrom)
                    && waiting.values().stream().allMatch(Pending::isLook)) {
                TimeUnit.NANOSECONDS.timedWait(waiting, looksFrom - now);
            } else {
                looksFrom = Instants.plus(now, lookPause);
                return;
            }
        }
    }

    private void execute(List<Pending> batch) {
        List<LeaseRequest> requests = batch.stream().map(Pending::request).toList();
        List<LeaseReply> replies;
        try {
            // Copied, which also refuses a reply that is missing.
            replies = List.copyOf(store.execute(requests));
            Invariant.check(
                    replies.size() == requests.size(), "%s replies to %s requests", replies.size(), requests.size());
        } catch (RuntimeException | Error broken) {
            // A store answers trouble as a reply; one that throws all the same must not silence the elections.
            LeaseReply failed = LeaseReply.Failed.unreachable("the lease store failed: " + broken);
            replies = Collections.nCopies(requests.size(), failed);
        }
        for (int i = 0; i < batch.size(); i++) {
            answer(batch.get(i), replies.get(i));
        }
    }

    private static void answer(Pending pending, LeaseReply reply) {
        try {
            pending.answer().accept(reply);
        } catch (Throwable broken) {
            // To its sender the reply is lost; the others get theirs.
            LOG.error("an answer of the lease store was lost", broken);
        }
    }

    /** The thread ends after the call that it is in, and closes the store. */
    @Override
    public void close() {
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
        thread.interrupt();
    }
}
