// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A separate network for each of a few nodes, joined by a bridge, in which each way can be cut. Needs root. */
public final class Namespaces implements AutoCloseable {
    private static final AtomicInteger MADE = new AtomicInteger();

    /** At most 15 characters with what comes after it. */
    private final String prefix = "bt" + Long.toString(ProcessHandle.current().pid() % 46_656, 36) + "-"
            + Long.toString(MADE.incrementAndGet(), 36);

    private final List<String> made = new ArrayList<>();
    private final int size;

    public Namespaces(int size) {
        this.size = size;
        String hub = add("h");
        run("ip", "-n", hub, "link", "add", "br0", "type", "bridge");
        run("ip", "-n", hub, "link", "set", "br0", "up");
        for (int i = 1; i <= size; i++) {
            String node = add("n" + i);
            String outer = prefix + "o" + i;
            run("ip", "link", "add", outer, "netns", hub, "type", "veth", "peer", "name", "eth0", "netns", node);
            run("ip", "-n", hub, "link", "set", outer, "master", "br0", "up");
            run("ip", "-n", node, "addr", "add", address(i) + "/24", "dev", "eth0");
            run("ip", "-n", node, "link", "set", "eth0", "up");
            run("ip", "-n", node, "link", "set", "lo", "up");
        }
    }

    /** Why namespaces cannot be had here; empty if they can. */
    public static String obstacle() {
        String probe = "btprobe" + ProcessHandle.current().pid();
        try {
            run("ip", "netns", "add", probe);
            run("ip", "netns", "del", probe);
            return "";
        } catch (UncheckedIOException | IllegalStateException missing) {
            return String.valueOf(missing.getMessage());
        }
    }

    private String add(String name) {
        String full = prefix + name;
        run("ip", "netns", "add", full);
        made.add(full);
        return full;
    }

    public static String address(int node) {
        return "10.77.0." + node;
    }

    /** What a program is started by to be in the network of this node. */
    public List<String> command(int node) {
        return List.of("ip", "netns", "exec", prefix + "n" + node);
    }

    /** Nothing from one node reaches the other. */
    public void cut(int from, int to) {
        run("ip", "-n", prefix + "n" + from, "route", "replace", "blackhole", address(to) + "/32");
    }

    public void cutBothWays(int one, int other) {
        cut(one, other);
        cut(other, one);
    }

    public void mendAll() {
        for (int i = 1; i <= size; i++) {
            run("ip", "-n", prefix + "n" + i, "route", "flush", "type", "blackhole");
        }
    }

    /** Runs a command in the network of this node, and returns what it printed. */
    public String run(int node, List<String> command) {
        List<String> whole = new ArrayList<>(command(node));
        whole.addAll(command);
        return run(whole.toArray(String[]::new));
    }

    /** Refuses connections to a port on behalf of this node, and resets those that there are. */
    public void reject(int node, int port, String how) {
        run(node, rule("-I", port, how));
        run(node, List.of("ss", "-K", "sport", "=", Integer.toString(port)));
    }

    /** Takes back what {@link #reject} did. */
    public void accept(int node, int port, String how) {
        run(node, rule("-D", port, how));
    }

    private static List<String> rule(String change, int port, String how) {
        List<String> rule = new ArrayList<>(List.of("iptables", change, "INPUT", "-p", "tcp", "--dport"));
        rule.addAll(List.of(Integer.toString(port), "-j", "REJECT", "--reject-with", how));
        return rule;
    }

    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(Arrays.toString(command) + ": " + output);
            }
            return output;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        made.forEach(name -> run("ip", "netns", "del", name));
    }
}
