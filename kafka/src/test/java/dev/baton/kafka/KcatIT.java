// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that is not Java's, of the versions of the protocol that were usual some years ago. */
class KcatIT {
    @TempDir
    static Path folder;

    private static TestBroker broker;
    private static Kcat kcat;

    @BeforeAll
    static void start() throws Exception {
        broker = new TestBroker(folder);
        kcat = new Kcat(broker.address(), folder);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static void needKcat() {
        assumeTrue(kcat.isInstalled(), "left out: kcat is not installed (Debian: kcat)");
    }

    private static String lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "line-" + i).collect(Collectors.joining("\n"));
    }

    @Test
    void whatItProducesItConsumes() {
        needKcat();

        assertThat(kcat.run(lines(0, 100), "-P", "-t", "plain")).isEmpty();

        assertThat(kcat.run("", "-C", "-t", "plain", "-o", "beginning", "-e")).isEqualTo(lines(0, 100));
        assertThat(kcat.run("", "-Q", "-t", "plain:0:-1")).contains("plain [0] offset 100");
        assertThat(kcat.run("", "-L")).contains("topic \"plain\" with 1 partitions");
    }

    @Test
    void theLinesOfTheDocumentProduceAndConsume() throws IOException {
        needKcat();
        List<String> shown = documented();
        assertThat(shown).hasSize(3);

        assertThat(kcat.type(lines(0, 5), shown.get(0))).isEmpty();

        assertThat(kcat.type("", shown.get(1) + " -e")).isEqualTo(lines(0, 5));
        String untilTheEnd = "-G readers -c 5 -X auto.offset.reset=earliest";
        assertThat(kcat.type("", shown.get(2).replace("-G readers", untilTheEnd)))
                .isEqualTo(lines(0, 5));
    }

    /** What docs/kafka.md shows, without the remarks behind it. */
    private static List<String> documented() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "kafka.md"));
        return CodeBlock.in("docs/kafka.md", page).stream()
                .flatMap(block -> block.text().lines())
                .filter(line -> line.startsWith("kcat "))
                .map(line -> line.replaceAll(" +#.*", ""))
                .toList();
    }

    @Test
    void itsIdempotentAndCompressedBatchesAreTaken() {
        needKcat();
        for (String codec : new String[] {"gzip", "snappy", "lz4", "zstd"}) {
            String topic = "idempotent-" + codec;

            assertThat(kcat.run(lines(0, 50), "-P", "-t", topic, "-z", codec, "-X", "enable.idempotence=true"))
                    .isEmpty();

            assertThat(kcat.run("", "-C", "-t", topic, "-o", "beginning", "-e")).isEqualTo(lines(0, 50));
        }
    }

    @Test
    void itsGroupGoesOnWhereItStopped() {
        needKcat();
        kcat.run(lines(0, 10), "-P", "-t", "grouped");
        String[] member = {"-G", "readers", "-c", "10", "-X", "auto.offset.reset=earliest", "grouped"};

        assertThat(kcat.run("", member)).isEqualTo(lines(0, 10));
        kcat.run(lines(10, 20), "-P", "-t", "grouped");

        assertThat(kcat.run("", member)).isEqualTo(lines(10, 20));
    }
}
