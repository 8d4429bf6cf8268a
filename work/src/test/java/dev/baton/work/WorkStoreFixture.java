// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.NodeId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store with nothing in it for every test, and what tests of stores do with it. */
public abstract class WorkStoreFixture {
    protected static final TaskListName LIST = TaskListName.of("billing/invoices");
    protected static final Session N1 = Session.of("n1", 1);
    protected static final NodeId ONE = NodeId.of("n1");

    protected WorkStore store;
    protected final Leadership first = Leaderships.coordinator(1);

    /** A store with nothing in it. */
    protected abstract WorkStore newStore();

    @BeforeEach
    void open() {
        store = newStore();
    }

    @AfterEach
    void close() {
        store.close();
    }

    protected Assignment assign(int number, Session owner, long token) {
        Assignment given = Assignment.assigned(LIST.partition(number), owner, token, Epoch.of(1));
        store.write(first, List.of(new AssignmentWrite(stored(number), given)));
        return given;
    }

    protected Optional<Assignment> stored(int number) {
        return all().stream()
                .filter(it -> it.partition().equals(LIST.partition(number)))
                .findFirst();
    }

    protected List<Assignment> all() {
        return store.assignmentsSince(0);
    }
}
