// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.controller.DirectGroup;
import dev.baton.controller.SnapshotBytes;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.TaskList;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkStoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of work stores, on a group of one. */
class GroupWorkStoreTest extends WorkStoreContract {
    private final WorkStatePart part = new WorkStatePart();

    @Override
    protected WorkStore newStore() {
        return new GroupWorkStore(new DirectGroup(part), part, Duration.ofSeconds(10));
    }

    @Test
    void aSnapshotHasEverythingInIt() {
        store.define(TaskList.of(LIST, 3));
        definitionsComeBack();
        assign(2, N1, 1);
        store.purge(first, retire(2));
        List<Assignment> written = List.of(assign(0, N1, 13), assign(1, N1, 14));

        WorkStatePart other = new WorkStatePart();
        SnapshotBytes.restore(other, SnapshotBytes.of(part));
        WorkStore restored = new GroupWorkStore(new DirectGroup(other), other, Duration.ofSeconds(10));

        assertThat(restored.definitions()).isEqualTo(store.definitions());
        assertThat(restored.version()).isEqualTo(store.version());
        assertThat(restored.assignmentsSince(0)).containsExactlyElementsOf(written);
        assertThat(SnapshotBytes.of(other)).isEqualTo(SnapshotBytes.of(part));
        Assignment late = Assignment.assigned(LIST.partition(2), N1, 1, Epoch.of(1));
        restored.write(first, List.of(new AssignmentWrite(Optional.empty(), late)));
        assertThat(restored.assignmentsSince(0)).as("no old token comes back").hasSize(2);
    }

    private void definitionsComeBack() {
        List<Integer> told = new ArrayList<>();
        Runnable end = store.onChange(() -> told.add(1));
        store.define(TaskList.of("mails", 2).withWeight(4));
        end.run();
        assertThat(told).hasSize(1);
    }
}
