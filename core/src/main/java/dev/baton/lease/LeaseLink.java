// SPDX-License-Identifier: Apache-2.0
package dev.baton.lease;

import dev.baton.core.ElectionName;
import java.util.function.Consumer;

/** The way to a lease store, without waiting for it. */
public interface LeaseLink extends AutoCloseable {
    /** Sends a request; the answer comes once, from any thread, or never. */
    void send(LeaseRequest request, Consumer<LeaseReply> answer);

    /** Asks to be told when a row may have changed. A link that cannot tell ignores this; then rows are polled. */
    default void watch(Consumer<ElectionName> changed) {}

    @Override
    void close();
}
