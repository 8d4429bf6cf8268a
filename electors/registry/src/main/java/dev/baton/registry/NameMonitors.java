// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.BlockingCalls;
import dev.baton.internal.runtime.SerialQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The callbacks for ends of registrations. Each is called once, in order, on a separate thread; an exception is
 * reported and affects no other callback. Accessed only from the registry's lane.
 */
final class NameMonitors implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(NameMonitors.class);
    private static final int THREADS = 1;

    private final Map<NameRegistration, List<Consumer<DownReason>>> waiting = new HashMap<>();
    private final BlockingCalls threads = new BlockingCalls("baton-registry-monitor", THREADS);
    private final SerialQueue queue =
            new SerialQueue(threads::submit, error -> LOG.error("a monitor of a name failed", error));

    void add(NameRegistration registration, Consumer<DownReason> down) {
        waiting.computeIfAbsent(registration, first -> new ArrayList<>()).add(down);
    }

    void down(NameRegistration registration, DownReason reason) {
        List<Consumer<DownReason>> told = waiting.remove(registration);
        if (told != null) {
            told.forEach(each -> tell(each, reason));
        }
    }

    void tell(Consumer<DownReason> down, DownReason reason) {
        run(() -> down.accept(reason));
    }

    void run(Runnable task) {
        queue.execute(task);
    }

    @Override
    public void close() {
        threads.close();
    }
}
