// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.WorkMap;
import dev.baton.work.TaskList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Readers that come again get what has changed, and no more. */
class OwnerSnapshotsTest {
    private final StoredWork work =
            new StoredWork().list("a", 3).list("b", 2).worker("n1").worker("n2");
    private final OwnerSnapshots maps = new OwnerSnapshots();

    private WorkMap since(Optional<String> cursor) {
        maps.update(work.state());
        return maps.since(cursor);
    }

    @Test
    void ownersAreToldByTheirPlaces() {
        work.owned("a/0", "n2").owned("a/2", "n1").releasing("a/2", "n2");

        WorkMap map = since(Optional.empty());

        assertThat(map.complete()).isTrue();
        assertThat(map.workers()).containsExactly("n2", "n1");
        assertThat(map.lists())
                .containsExactly(
                        new WorkMap.Owners("default/a", List.of(0, -1, 1), List.of(List.of(2, 0))),
                        new WorkMap.Owners("default/b", List.of(-1, -1), List.of()));
    }

    @Test
    void onlyTheListsThatHaveChangedAreToldAgain() {
        WorkMap first = since(Optional.empty());
        work.owned("b/1", "n1");

        WorkMap second = since(Optional.of(first.cursor()));
        WorkMap third = since(Optional.of(second.cursor()));

        assertThat(second.complete()).isFalse();
        assertThat(second.lists()).extracting(WorkMap.Owners::list).containsExactly("default/b");
        assertThat(second.names()).containsExactly("default/a", "default/b");
        assertThat(third.lists()).isEmpty();
    }

    @Test
    void aRetiredListIsGoneAndAnotherNodesCursorTellsEverything() {
        WorkMap first = since(Optional.empty());
        work.store.define(TaskList.of("a", 3).asRetired());

        assertThat(since(Optional.of(first.cursor())).names()).containsExactly("default/b");
        assertThat(since(Optional.of("another-node:1")).complete()).isTrue();
        assertThat(since(Optional.of(first.cursor() + "x")).complete()).isTrue();
    }
}
