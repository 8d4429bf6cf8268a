// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.safety.HistoryChecker;
import dev.baton.testkit.safety.OneActsAtATime;
import dev.baton.testkit.safety.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the checker of the soak sees. */
class WorkHistoriesTest {
    @TempDir
    private Path directory;

    private final WorkHistories histories = new WorkHistories();

    private void wrote(String process, String... lines) throws IOException {
        histories.add(process, Files.writeString(directory.resolve(process), String.join("\n", lines) + "\n"));
    }

    private List<Violation> violations() {
        return new HistoryChecker(List.of(OneActsAtATime::new)).check(histories.asHistory());
    }

    @Test
    void anOwnerThatStoppedBeforeTheNextIsInOrder() throws IOException {
        wrote("p1", "S w1 a/b:1 4 100", "M w1 7 150", "E w1 a/b:1 4 151");
        wrote("p2", "S w2 a/b:1 5 200", "M w2 9 250");

        assertThat(violations()).isEmpty();
    }

    @Test
    void anOwnerThatMayActAfterTheNextHasBegunIsSeen() throws IOException {
        wrote("p1", "S w1 a/b:1 4 100", "M w1 7 201", "E w1 a/b:1 4 202");
        wrote("p2", "S w2 a/b:1 5 200", "M w2 9 250");

        assertThat(violations()).hasSize(1);
    }

    @Test
    void aPausedOwnerThatSaysItsEndLateDidNotAct() throws IOException {
        wrote("p1", "S w1 a/b:1 4 100", "M w1 7 150", "E w1 a/b:1 4 300");
        wrote("p2", "S w2 a/b:1 5 200");

        assertThat(violations()).isEmpty();
    }

    @Test
    void aLineThatAKillCutOffIsLeftOut() throws IOException {
        histories.add("p1", Files.writeString(directory.resolve("p1"), "S w1 a/b:1 4 100\nM w1 7 1"));

        assertThat(histories.newest().get("a/b:1").isOpen()).isTrue();
    }
}
