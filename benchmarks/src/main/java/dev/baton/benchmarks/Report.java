// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A result together with what is needed to judge it: on what, when and by which command it was measured. */
record Report(String benchmark, String command, boolean quick, Machine machine, Instant date, Result result) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** What it was measured on. */
    record Machine(String jdk, String system, int cores, long heapMegabytes) {
        static Machine here() {
            Runtime runtime = Runtime.getRuntime();
            return new Machine(
                    System.getProperty("java.vm.name") + " " + Runtime.version(),
                    System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                    runtime.availableProcessors(),
                    runtime.maxMemory() >> 20);
        }
    }

    String table() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("figure", "value", "error", "unit"));
        for (Figure figure : result.figures()) {
            String error =
                    figure.error().isPresent() ? "± " + number(figure.error().getAsDouble()) : "";
            rows.add(List.of(figure.name(), number(figure.value()), error, figure.unit()));
        }
        int[] widths = new int[4];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        String format = "%-" + widths[0] + "s  %" + widths[1] + "s  %" + Math.max(1, widths[2]) + "s  %s%n";
        StringBuilder table = new StringBuilder();
        table.append("%s on %s, %d cores, %s%n"
                .formatted(benchmark + (quick ? " (quick)" : ""), machine.jdk(), machine.cores(), machine.system()));
        for (List<String> row : rows) {
            table.append(String.format(Locale.ROOT, format, row.toArray()));
        }
        return table.toString();
    }

    void write(Path file) throws IOException {
        ObjectNode root = JSON.createObjectNode()
                .put("benchmark", benchmark)
                .put("command", command)
                .put("quick", quick)
                .put("date", date.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("jdk", machine.jdk())
                .put("system", machine.system())
                .put("cores", machine.cores())
                .put("heapMegabytes", machine.heapMegabytes());
        var figures = root.putArray("figures");
        for (Figure figure : result.figures()) {
            ObjectNode entry = figures.addObject().put("name", figure.name()).put("value", figure.value());
            figure.error().ifPresent(error -> entry.put("error", error));
            entry.put("unit", figure.unit());
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, JSON.writeValueAsString(root) + "\n");
        for (Map.Entry<String, String> more : result.files().entrySet()) {
            Files.writeString(file.resolveSibling(more.getKey()), more.getValue());
        }
    }

    private static String number(double value) {
        double size = Math.abs(value);
        int decimals = size >= 1000 ? 0 : size >= 10 ? 1 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
