// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.internal.check.Invariant;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.SystemTicker;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.WaitingRequests.Waiting;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A link that calls a {@link LeaseStore} on its own thread. {@linkplain WaitingRequests What queued up} while the
 * store was busy goes as one batch.
 *
 * <p>A call that takes longer than the store has {@linkplain LeaseStore#patience() patience} is abandoned when the next
 * request is sent: another thread takes over, and the one that hangs ends when its call returns. The thread is never
 * interrupted, because H2 closes the file of a database whose thread is.
 */
public final class StoreLink implements LeaseLink {
    /** Each thread that hangs doubles the patience with the next one, so often, so that few of them pile up. */
    private static final int MAX_DOUBLINGS = 8;
    /** With so many threads that hang, the {@linkplain LeaseStore#maxPatience bound of the patience} no longer holds. */
    static final int MAX_HANGING = 32;

    private static final AsyncLog LOG = AsyncLog.of(StoreLink.class);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(100);
    private static final Duration LISTENING_PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

    private final LeaseStore store;
    private final Ticker ticker;
    private final ThreadFactory threads;
    /** Also the lock that guards all that follows. */
    private final WaitingRequests waiting;

    private Worker worker;
    private int hanging;
    private Optional<Listener> listener = Optional.empty();
    private long listenAt;
    /** Listening was due when the last batch was taken. */
    private boolean listeningWaits;

    private boolean closed;

    /** A link on which nothing waits but for the store. */
    public StoreLink(LeaseStore store) {
        this(store, Duration.ZERO, SystemTicker.INSTANCE);
    }

    /** @param lookPause between looks of standbys, on average; well below the time that an answer is waited for */
    public StoreLink(LeaseStore store, Duration lookPause, Ticker ticker) {
        this(store, lookPause, ticker, task -> {
            Thread thread = new Thread(task, "baton-lease-store");
            thread.setDaemon(true);
            return thread;
        });
    }

    StoreLink(LeaseStore store, Duration lookPause, Ticker ticker, ThreadFactory threads) {
        this.store = store;
        this.ticker = ticker;
        this.threads = threads;
        this.waiting = new WaitingRequests(lookPause, ticker.nanos());
        this.worker = new Worker();
        threads.newThread(worker).start();
    }

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        Optional<Listener> joining = Optional.empty();
        synchronized (waiting) {
            if (waiting.add(request, answer, ticker)) {
                joining = listener.filter(it -> store.looksJoinRenewals());
            }
            waiting.notifyAll();
            if (worker.hangs()) {
                replaceWorker();
            }
        }
        joining.ifPresent(Listener::renewing);
    }

    @Override
    public void watch(Listener told) {
        synchronized (waiting) {
            listener = Optional.of(told);
            listenAt = ticker.nanos();
            waiting.notifyAll();
        }
    }

    /** The new one can do nothing before the lock is released. */
    private void replaceWorker() {
        Worker next = new Worker();
        try {
            threads.newThread(next).start();
        } catch (Throwable failed) {
            // As when there is no memory for a thread: the next request tries again.
            LOG.error("no thread for the lease store", failed);
            return;
        }
        LOG.warn("the lease store has not answered for {} ms: its call is abandoned", worker.patience());
        worker.abandoned = true;
        worker = next;
        hanging++;
        store.abandon();
    }

    /** The thread ends after the call that it is in, and closes the store. */
    @Override
    public void close() {
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
    }

    /** Calls the store, until the link is closed or this worker is replaced. Its fields are guarded by the lock. */
    private final class Worker implements Runnable {
        private boolean calling;
        private long since;
        private boolean abandoned;

        @Override
        public void run() {
            while (serve()) {
                // One call after the other.
            }
            if (!isAbandoned()) {
                store.close();
            }
        }

        private boolean isAbandoned() {
            synchronized (waiting) {
                return abandoned;
            }
        }

        private boolean hangs() {
            return !closed && calling && ticker.nanos() - since > TimeUnit.MILLISECONDS.toNanos(patience());
        }

        private long patience() {
            long first = store.patience().toMillis();
            long doubled = first << Math.min(hanging, MAX_DOUBLINGS);
            boolean bounded = hanging < MAX_HANGING;
            return bounded
                    ? Math.max(first, Math.min(doubled, store.maxPatience().toMillis()))
                    : doubled;
        }

        /** One call; false if it was the last. All elections of the node hang on this thread, so no error ends it. */
        private boolean serve() {
            try {
                Optional<List<Waiting>> batch = take();
                if (batch.isEmpty()) {
                    return false;
                }
                if (batch.get().isEmpty()) {
                    listen();
                } else {
                    execute(batch.get());
                }
                return goOn();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return false;
            } catch (Throwable broken) {
                LOG.error("a call to the lease store was lost", broken);
                return goOn() && pauseAfterError();
            }
        }

        private boolean goOn() {
            synchronized (waiting) {
                calling = false;
                if (abandoned) {
                    hanging--;
                }
                return !abandoned;
            }
        }

        /**
         * What is waiting, up to a batch; nothing if it is time to listen, which no more than one batch puts off. Empty if
         * there is no next call.
         */
        private Optional<List<Waiting>> take() throws InterruptedException {
            synchronized (waiting) {
                while (!closed) {
                    long now = ticker.nanos();
                    boolean allWait = MonotonicTime.isBefore(now, waiting.goAt(now));
                    boolean listeningDue = listener.isPresent() && !MonotonicTime.isBefore(now, listenAt);
                    if (!allWait && !(listeningDue && listeningWaits)) {
                        listeningWaits = listeningDue;
                        return Optional.of(begin(now, waiting.take(now)));
                    }
                    if (listeningDue) {
                        listeningWaits = false;
                        return Optional.of(begin(now, List.of()));
                    }
                    await(now);
                }
                return Optional.empty();
            }
        }

        private List<Waiting> begin(long now, List<Waiting> batch) {
            calling = true;
            since = now;
            return batch;
        }
    }

    private void await(long now) throws InterruptedException {
        long until =
                MonotonicTime.earlier(waiting.goAt(now), listener.isPresent() ? listenAt : MonotonicTime.never(now));
        // At least a millisecond: a wait of none has no end.
        TimeUnit.MILLISECONDS.timedWait(waiting, 1 + TimeUnit.NANOSECONDS.toMillis(until - now));
    }

    /** What failed for lack of memory may fail again; false once closed. */
    private static boolean pauseAfterError() {
        try {
            TimedWait.of(PAUSE_AFTER_ERROR);
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void listen() {
        Duration pause = LISTENING_PAUSE_AFTER_ERROR;
        try {
            pause = store.listen(listener.orElseThrow());
        } finally {
            synchronized (waiting) {
                listenAt = MonotonicTime.plus(ticker.nanos(), pause);
            }
        }
    }

    private void execute(List<Waiting> batch) {
        List<LeaseRequest> requests = batch.stream().map(Waiting::request).toList();
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

    private static void answer(Waiting pending, LeaseReply reply) {
        try {
            pending.answer().accept(reply);
        } catch (Throwable broken) {
            // To its sender the reply is lost; the others get theirs.
            LOG.error("an answer of the lease store was lost", broken);
        }
    }
}
