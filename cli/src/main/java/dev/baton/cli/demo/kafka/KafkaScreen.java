// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import dev.baton.cli.demo.DemoEvent;
import dev.baton.cli.demo.DemoProcess;
import dev.baton.cli.demo.LargeDigits;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The brokers with the partitions that they lead, and what was counted, in lines. */
final class KafkaScreen {
    private final Style style;

    KafkaScreen(Style style) {
        this.style = style;
    }

    List<String> lines(BrokerCluster cluster, Optional<Traffic> traffic, TerminalSize size) {
        int width = size.columns();
        List<String> lines = new ArrayList<>();
        lines.add(style.strong(Lines.cut(
                "Baton demo: a topic of " + DemoClients.PARTITIONS + " partitions on " + BrokerCluster.NODES.size()
                        + " Kafka brokers",
                width)));
        lines.add("");
        List<Optional<String>> leaders = traffic.map(Traffic::leaders).orElse(List.of()).stream()
                .map(port -> port.flatMap(cluster::nodeAt))
                .toList();
        cluster.nodes()
                .forEach((node, process) ->
                        lines.add(coloured(process, Lines.cut(line(node, process, leaders), width))));
        lines.add("");
        traffic.map(KafkaScreen::counted).orElse(List.of("starting")).forEach(it -> lines.add(Lines.cut(it, width)));
        return lines;
    }

    private static String line(String node, DemoProcess process, List<Optional<String>> leaders) {
        String led = IntStream.range(0, leaders.size())
                .filter(i -> leaders.get(i).equals(Optional.of(node)))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
        return "  %-4s %-8d %-8s leads %s"
                .formatted(
                        node,
                        process.pid(),
                        process.condition().name().toLowerCase(Locale.ROOT),
                        led.isEmpty() ? "none" : led);
    }

    private String coloured(DemoProcess process, String text) {
        return switch (process.condition()) {
            case UP -> text;
            case PAUSED -> style.doubtful(text);
            case KILLED -> style.bad(text);
        };
    }

    private static List<String> counted(Traffic traffic) {
        AcknowledgedRecords sent = traffic.acknowledged();
        ConsumedRecords read = traffic.consumed();
        return List.of(
                "acknowledged %d   waiting %d   longest gap %d ms"
                        .formatted(
                                sent.count(), sent.waiting(), sent.longestGap().toMillis()),
                "consumed %d   duplicates %d   out of order %d"
                        .formatted(read.count(), read.duplicates(), read.outOfOrder()));
    }

    /** How long a partition took no records because of the last action, large. */
    List<String> large(Optional<KafkaDemo.Settled> last, int width) {
        return last.map(it -> LargeDigits.beside(
                        DemoEvent.millis(it.gap()).toPlainString(),
                        List.of(
                                " ms without an acknowledgement, the longest of all partitions",
                                " after " + it.what(),
                                ""),
                        width,
                        style))
                .orElse(List.of());
    }
}
