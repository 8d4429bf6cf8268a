// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.demo.ActivityFile.Span;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActivityFileTest {
    @TempDir
    private Path folder;

    @Test
    void whatOneWritesAnotherReads() throws Exception {
        Path file = folder.resolve("evidence");
        ActivityFile.create(file);
        ActivityFile writer = ActivityFile.open(file);
        ActivityFile reader = ActivityFile.open(file);

        writer.acts(7, 1, 100);
        writer.acts(7, 1, 150);
        writer.acts(7, 4, -20);

        assertThat(reader.spans("a")).containsExactly(new Span("a", 7, 1, 100, 150), new Span("a", 7, 4, -20, -20));
    }

    @Test
    void aNodeThatStartsAgainGoesOnWithItsFile() throws Exception {
        Path file = folder.resolve("evidence");
        ActivityFile.create(file);
        ActivityFile.open(file).acts(7, 1, 100);

        ActivityFile.open(file).acts(7, 2, 200);

        assertThat(ActivityFile.open(file).spans("a")).hasSize(2);
    }

    @Test
    void subjectsThatTakeTurnsKeepOneRecordEach() throws Exception {
        Path file = folder.resolve("evidence");
        ActivityFile.create(file);
        ActivityFile writer = ActivityFile.open(file);

        writer.acts(0, 1, 100);
        writer.acts(1, 5, 110);
        writer.acts(0, 1, 120);
        writer.acts(1, 5, 130);

        assertThat(writer.spans("a")).containsExactly(new Span("a", 0, 1, 100, 120), new Span("a", 1, 5, 110, 130));
    }
}
