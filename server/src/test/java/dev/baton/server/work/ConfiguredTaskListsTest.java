// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a coordinator stores so that everything is as its configuration has it. */
class ConfiguredTaskListsTest {
    private static ConfiguredTaskLists declared(TaskList... lists) {
        Map<TaskListName, TaskList> byName =
                Stream.of(lists).collect(Collectors.toMap(TaskList::name, Function.identity()));
        return new ConfiguredTaskLists(byName);
    }

    @Test
    void whatIsMissingOrDifferentIsStoredAndTheRestIsLeftAlone() {
        StoredWork work = new StoredWork().list("same", 4).list("grows", 4).list("by-hand", 4);
        TaskList grows = TaskList.of("grows", 8);
        TaskList missing = TaskList.of("missing", 1);

        assertThat(declared(TaskList.of("same", 4), grows, missing).changes(work.state()))
                .containsExactlyInAnyOrder(grows, missing);
        assertThat(ConfiguredTaskLists.describe(grows, work.state()))
                .isEqualTo("default/grows is 4 partitions of weight 1, not 8 partitions of weight 1");
    }

    @Test
    void whatIsRetiredIsNotCreatedForIt() {
        StoredWork work = new StoredWork().list("there", 4);
        TaskList there = TaskList.of("there", 4).asRetired();

        assertThat(declared(there, TaskList.of("never-was", 4).asRetired()).changes(work.state()))
                .containsExactly(there);
    }
}
