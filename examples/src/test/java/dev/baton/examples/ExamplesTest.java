// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs every example and reads what it printed. */
@Timeout(60)
class ExamplesTest {
    @Test
    void runOnOneNode() throws Exception {
        assertThat(printedBy("RunOnOneNode")).containsExactly("report under epoch 1", "leads: true");
    }

    @Test
    void invoicesOnADatabase() throws Exception {
        assertThat(printedBy("InvoicesOnADatabase")).containsExactly("sent 2 invoices");
    }

    @Test
    void workOnADatabase() throws Exception {
        assertThat(printedBy("WorkOnADatabase"))
                .containsExactlyInAnyOrder(
                        "sent the invoices of billing/invoices/0 (token 1)",
                        "sent the invoices of billing/invoices/1 (token 1)",
                        "sent the invoices of billing/invoices/2 (token 1)",
                        "sent the invoices of billing/invoices/3 (token 1)");
    }

    @Test
    void ownDuty() throws Exception {
        assertThat(printedBy("OwnDuty")).containsExactly("imported under epoch 1");
    }

    @Test
    void fencedWrite() throws Exception {
        assertThat(printedBy("FencedWrite"))
                .containsExactly(
                        "epoch 1 may write",
                        "epoch 2 may write",
                        "refused: epoch 1 of ledger is fenced off: epoch 2 has been seen");
    }

    @Test
    void observe() throws Exception {
        assertThat(printedBy("Observe")).startsWith("saw leader_changed", "worker leads under epoch 1");
    }

    @Test
    void resignAndTransfer() throws Exception {
        assertThat(printedBy("ResignAndTransfer"))
                .containsExactly("a leads under epoch 1", "b leads under epoch 2", "a leads under epoch 3");
    }

    @Test
    void manyElections() throws Exception {
        assertThat(printedBy("ManyElections")).containsExactly("leads 1000 elections");
    }

    @Test
    void supervisedDuty() throws Exception {
        assertThat(printedBy("HealthCheckedDuty"))
                .containsExactly(
                        "importer starts and crashes",
                        "importer starts and crashes",
                        "importer starts and crashes",
                        "leadership given up: DUTY_FAILED");
    }

    @Test
    void handPicked() throws Exception {
        assertThat(printedBy("HandPicked")).containsExactly("b leads under epoch 1", "a leads under epoch 2");
    }

    @Test
    void healthAware() throws Exception {
        assertThat(printedBy("HealthAware"))
                .containsExactly("a leads under epoch 1", "b leads under epoch 2", "a is healthy: false");
    }

    @Test
    void pollOneNodeAtATime() throws Exception {
        assertThat(printedBy("PollOneNodeAtATime"))
                .containsExactly(
                        "a leads under epoch 1",
                        "gateway-2 polls meter under epoch 1",
                        "meter is COMPLETED",
                        "gateway-1 polls router under epoch 1",
                        "router is RUNNING",
                        "gateway-2 polls router under epoch 1",
                        "router is COMPLETED");
    }

    @Test
    void leaderOnlyCommands() throws Exception {
        assertThat(printedBy("LeaderOnlyCommands"))
                .containsExactly("counted 1", "token 0000000000000000001-0000000000000000001");
    }

    @Test
    void registryCluster() throws Exception {
        assertThat(printedBy("RegistryCluster")).containsExactly("leads under epoch 1", "printer is at node-1");
    }

    @Test
    void bullyCluster() throws Exception {
        assertThat(printedBy("BullyCluster")).containsExactly("node2 sees node1 lead", "node2 leads");
    }

    @Test
    void raftCluster() throws Exception {
        assertThat(printedBy("RaftCluster")).containsExactly("a leads", "x leads");
    }

    @Test
    void topicsOfACluster() throws Exception {
        assertThat(printedBy("TopicsOfACluster")).containsExactly("12 partitions of 1 topic");
    }

    @Test
    void allocatePartitions() throws Exception {
        assertThat(printedBy("AllocatePartitions"))
                .containsExactly(
                        "mails/3: a -> d, because its node had more of its group than the other",
                        "orders/6: b -> d, because its node had more of its group than the other",
                        "still to move: 1",
                        "orders/7: c -> d, because its node had more of its group than the other",
                        "still to move: 0",
                        "payments/0 is led by e1");
    }

    @Test
    void everyExampleIsRunHere() throws IOException {
        String thisTest = Files.readString(Path.of("src/test/java/dev/baton/examples/ExamplesTest.java"));
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/dev/baton/examples"))) {
            assertThat(sources.map(it -> it.getFileName().toString())
                            .filter(it -> it.endsWith(".java") && !it.equals("package-info.java"))
                            .map(it -> it.replace(".java", "")))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(thisTest).contains("printedBy(\"" + name + "\")"));
        }
    }

    private static List<String> printedBy(String example) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Class.forName("dev.baton.examples." + example)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
