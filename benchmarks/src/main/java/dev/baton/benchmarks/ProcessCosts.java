// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What Linux knows about processes: their threads, their memory, and the packets with data that they have sent over TCP. */
final class ProcessCosts {
    private static final Pattern PID = Pattern.compile("pid=(\\d+)");
    private static final Pattern SENT = Pattern.compile("data_segs_out:(\\d+)");

    private ProcessCosts() {}

    static double megabytes(long pid) throws IOException {
        return status(pid, "VmRSS:") / 1024.0;
    }

    static int threads(long pid) throws IOException {
        return (int) status(pid, "Threads:");
    }

    private static long status(long pid, String key) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
            if (line.startsWith(key)) {
                return Long.parseLong(
                        line.substring(key.length()).replace("kB", "").strip());
            }
        }
        throw new IOException("process " + pid + " has no " + key);
    }

    /** How many packets with data went out so far on each connection that these processes have open now. */
    static Map<String, Long> packets(List<Long> pids) throws IOException {
        Process asked =
                new ProcessBuilder("ss", "-tinpHO").redirectErrorStream(true).start();
        try (BufferedReader output = asked.inputReader(StandardCharsets.UTF_8)) {
            return packets(output.lines().toList(), Set.copyOf(pids));
        }
    }

    /** The same from lines of {@code ss -tinpHO}. */
    static Map<String, Long> packets(List<String> lines, Set<Long> pids) {
        Map<String, Long> sent = new HashMap<>();
        for (String line : lines) {
            Matcher pid = PID.matcher(line);
            Matcher count = SENT.matcher(line);
            if (pid.find() && pids.contains(Long.parseLong(pid.group(1))) && count.find()) {
                String[] words = line.split("\\s+", 6);
                sent.put(pid.group(1) + " " + words[3] + " " + words[4], Long.parseLong(count.group(1)));
            }
        }
        return sent;
    }

    /** How many went out between two looks. What was sent on a connection that is closed by now is not known. */
    static long between(Map<String, Long> before, Map<String, Long> after) {
        return after.entrySet().stream()
                .collect(Collectors.summingLong(it -> it.getValue() - before.getOrDefault(it.getKey(), 0L)));
    }
}
