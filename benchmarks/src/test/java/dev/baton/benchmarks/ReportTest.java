// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private final Report report = new Report(
            "ticker",
            "benchmarks/run ticker --quick",
            true,
            new Report.Machine("Some JDK 17", "Linux amd64", 2, 512),
            Instant.parse("2026-11-15T10:00:00.123Z"),
            new Result(List.of(Figure.of("nanoTime", 21.25, 0.5, "ns/op"), Figure.of("moves", 10_000, "moves"))));

    @Test
    void tableAlignsFiguresOfDifferentWidth() {
        assertThat(report.table()).isEqualToNormalizingNewlines("""
                ticker (quick) on Some JDK 17, 2 cores, Linux amd64
                figure     value    error  unit
                nanoTime    21.3  ± 0.500  ns/op
                moves     10,000           moves
                """);
    }

    @Test
    void fileTellsHowTheFiguresCameAbout(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("not-there-yet").resolve("ticker.json");

        report.write(file);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.get("command").asText()).isEqualTo("benchmarks/run ticker --quick");
        assertThat(json.get("date").asText()).isEqualTo("2026-11-15T10:00:00Z");
        assertThat(json.get("cores").asInt()).isEqualTo(2);
        assertThat(json.get("jdk").asText()).isEqualTo("Some JDK 17");
        assertThat(json.at("/figures/0/error").asDouble()).isEqualTo(0.5);
        assertThat(json.at("/figures/1/error").isMissingNode()).isTrue();
        assertThat(json.at("/figures/1/unit").asText()).isEqualTo("moves");
    }

    @Test
    void resultWithoutFiguresIsRefused() {
        assertThatThrownBy(() -> new Result(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesOfBenchmarksAreUnique() {
        assertThat(Benchmarks.ALL).extracting(Benchmark::name).doesNotHaveDuplicates();
    }

    @Test
    void unknownBenchmarkIsAskedWrongly(@TempDir Path folder) {
        assertThat(Benchmarks.run(List.of("tikcer"), folder)).isEqualTo(2);
        assertThat(Benchmarks.run(List.of("ticker", "--slow"), folder)).isEqualTo(2);
    }
}
