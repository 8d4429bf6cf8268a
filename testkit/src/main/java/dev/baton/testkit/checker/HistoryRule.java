// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import java.util.function.Consumer;

/** One thing that holds in every history. */
public interface HistoryRule {
    /** The number under which the fault catalogue lists it. */
    String id();

    void check(History history, Consumer<Violation> violations);

    default String name() {
        return id() + " " + getClass().getSimpleName();
    }
}
