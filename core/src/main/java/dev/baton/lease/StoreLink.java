// SPDX-License-Identifier: Apache-2.0
package dev.baton.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * A link that calls a {@link LeaseStore} on a thread of its own. What queued up while the store was busy goes as one
 * batch, so a thousand elections cost the store a few calls per renewal interval. The queue holds at most one request
 * per contest, because the rules never have more under way.
 */
public final class StoreLink implements LeaseLink {
    static final int MAX_BATCH = 1_000;

    private final LeaseStore store;
    private final BlockingQueue<Pending> queue = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    public StoreLink(LeaseStore store) {
        this.store = store;
        this.thread = new Thread(this::run, "baton-lease-store");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    private record Pending(LeaseRequest request, Consumer<LeaseReply> answer) {}

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        queue.add(new Pending(request, answer));
    }

    private void run() {
        List<Pending> batch = new ArrayList<>();
        try {
            while (!closed) {
                batch.add(queue.take());
                queue.drainTo(batch, MAX_BATCH - 1);
                execute(batch);
                batch.clear();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            store.close();
        }
    }

    private void execute(List<Pending> batch) {
        List<LeaseRequest> requests = batch.stream().map(Pending::request).toList();
        List<LeaseReply> replies;
        try {
            replies = store.execute(requests);
        } catch (RuntimeException broken) {
            // A store answers trouble as a reply; one that throws all the same must not silence the elections.
            LeaseReply failed = LeaseReply.Failed.unreachable("the lease store failed: " + broken);
            replies = requests.stream().map(request -> failed).toList();
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).answer().accept(replies.get(i));
        }
    }

    /** The thread ends after the call that it is in, and closes the store. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
