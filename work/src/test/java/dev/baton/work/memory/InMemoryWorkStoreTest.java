// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkStoreContract;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InMemoryWorkStoreTest extends WorkStoreContract {
    @Override
    protected WorkStore newStore() {
        return new InMemoryWorkStore();
    }

    /** As a call that was given up and is applied all the same, which on Raft may be long after. */
    @Test
    void aWriteThatComesAfterRowsWereDeletedBringsNoOldTokenBack() {
        assign(0, N1, 1);
        store.purge(first, retire(0));
        Assignment late = Assignment.assigned(LIST.partition(0), N1, 1, Epoch.of(1));

        store.write(first, List.of(new AssignmentWrite(Optional.empty(), late)));

        assertThat(all()).isEmpty();
        assign(0, N1, store.version().assignments() + 1);
        assertThat(all()).hasSize(1);
    }
}
