// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Node;
import java.util.function.Consumer;

/** Proves that the process of a member is gone, where that can be proven. */
interface Presence extends AutoCloseable {
    /** Where others watch this process; empty if they cannot. */
    default String address() {
        return "";
    }

    /** Tells {@code gone}, from any thread, when the member's process is proven to have ended. */
    void watch(Member member, Consumer<Node> gone);

    /** The member's end is of no interest any more. */
    void unwatch(Node node);

    @Override
    void close();

    /** Proves nothing: whoever falls silent is waited for. */
    static Presence none() {
        return new Presence() {
            @Override
            public void watch(Member member, Consumer<Node> gone) {}

            @Override
            public void unwatch(Node node) {}

            @Override
            public void close() {}
        };
    }
}
