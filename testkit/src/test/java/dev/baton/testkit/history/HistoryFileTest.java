// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryFileTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final String LINE = "0\tn1\t00000000000000ff\t-5\t1000\tOK\tELECTED\tcoordinator\t7\t";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("n1.tsv");
    }

    @Test
    void eventIsOneLine() throws Exception {
        try (HistoryWriter writer = writer()) {
            writer.record(Kind.OK, Op.ELECTED, ELECTION, Epoch.of(7), "");
        }

        assertThat(Files.readString(file)).isEqualTo(LINE + "\n");
    }

    @Test
    void eventsAreInTheFileBeforeItIsClosed() {
        HistoryWriter writer = writer();
        writer.record(Kind.OK, Op.ELECTED, ELECTION, Epoch.of(7), "");

        assertThat(HistoryReader.read(file)).hasSize(1);
        writer.close();
    }

    @Test
    void whatWasWrittenIsReadBack() {
        String hostile = "quote=\" back=\\ line=\n tab=\t bell=\u0007 umlaut=ä emoji=😀 tag=</script>";
        try (HistoryWriter writer = writer()) {
            writer.record(Kind.INVOKE, Op.ACQUIRE, ELECTION, Epoch.NONE, hostile);
            writer.record(Kind.INFO, Op.RELEASE, ELECTION, Epoch.of(Long.MAX_VALUE), "");
        }

        List<HistoryEvent> events = HistoryReader.read(file);

        assertThat(events).extracting(HistoryEvent::value).containsExactly(hostile, "");
        assertThat(events).extracting(HistoryEvent::seq).containsExactly(0L, 1L);
        assertThat(events).extracting(HistoryEvent::epoch).containsExactly(0L, Long.MAX_VALUE);
        assertThat(events).extracting(HistoryEvent::kind).containsExactly(Kind.INVOKE, Kind.INFO);
    }

    @Test
    void tornLastLineIsPassedOver() throws Exception {
        Files.writeString(file, LINE + "\n" + LINE.substring(0, 40));

        assertThat(HistoryReader.read(file)).hasSize(1);
    }

    @Test
    void emptyFileHasNoEvents() throws Exception {
        Files.writeString(file, "");

        assertThat(HistoryReader.read(file)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "\t\t\t\t\t\t\t\t\t",
                "0\tn1\tff\t-5\t1000\tOK\tELECTED\tcoordinator\t7",
                "0\tn1\tff\t-5\t1000\tOK\tELECTED\tcoordinator\t7\t\t",
                "1.5\tn1\tff\t-5\t1000\tOK\tELECTED\tcoordinator\t7\t",
                "99999999999999999999\tn1\tff\t-5\t1000\tOK\tELECTED\tcoordinator\t7\t",
                "1\tn1\tff\t-5\t1000\tperhaps\tELECTED\tcoordinator\t7\t",
                "1\tn1\tff\t-5\t1000\tOK\tELECTED\tcoordinator\t7\t\\x",
                "1\tn1\tff\t-5\t1000\tOK\tELECTED\tcoordinator\t7\t\\",
            })
    void wholeLineThatIsNoEventIsRefusedWithItsNumber(String bad) throws Exception {
        Files.writeString(file, LINE + "\n" + bad + "\n");

        assertThatThrownBy(() -> HistoryReader.read(file))
                .isInstanceOf(MalformedHistoryException.class)
                .hasMessageContaining("n1.tsv line 2: ");
    }

    @Test
    void unknownOperationIsRefused() throws Exception {
        Files.writeString(file, LINE.replace("ELECTED", "CROWNED") + "\n");

        assertThatThrownBy(() -> HistoryReader.read(file))
                .hasMessageContaining("line 1")
                .hasMessageContaining("CROWNED");
    }

    @Test
    void missingEventIsNoticed() throws Exception {
        Files.writeString(file, LINE + "\n" + "2" + LINE.substring(1) + "\n");

        assertThatThrownBy(() -> HistoryReader.read(file)).hasMessageContaining("line 2: seq 2 follows where 1 is due");
    }

    @Test
    void fileOfAnotherProcessIsNotOverwritten() throws Exception {
        Files.writeString(file, LINE + "\n");

        assertThatThrownBy(this::writer)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("n1.tsv");
    }

    @Test
    void severalFilesAreReadTogether() throws Exception {
        Path other = folder.resolve("n2.tsv");
        Files.writeString(file, LINE + "\n");
        Files.writeString(other, LINE.replace("n1", "n2") + "\n");

        assertThat(HistoryReader.read(List.of(file, other)).events())
                .extracting(HistoryEvent::node)
                .containsExactly("n1", "n2");
    }

    private HistoryWriter writer() {
        return HistoryWriter.create(
                file, "n1", "00000000000000ff", () -> -5, Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC));
    }
}
