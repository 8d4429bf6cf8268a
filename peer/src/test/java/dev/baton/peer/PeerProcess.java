// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.core.ElectionName;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** A node in a process of its own, which can be killed and stopped. It says that something changed, over and over. */
final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();

    private PeerProcess(Process process) {
        this.process = process;
        Thread listener = new Thread(this::listen, "output of the child");
        listener.setDaemon(true);
        listener.start();
    }

    /** @param limit a shell command that comes first, as {@code ulimit -n 50} */
    static PeerProcess start(String id, long incarnation, String bind, String limit) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", limit + "; exec \"$@\"", "peer"));
        command.addAll(List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                        .toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path").replace(File.pathSeparator + File.pathSeparator, ":"),
                PeerProcess.class.getName(),
                id,
                Long.toString(incarnation),
                bind));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        PeerProcess started = new PeerProcess(process);
        Awaitility.await().until(() -> started.hasSaid("listening") || !process.isAlive());
        return started;
    }

    private void listen() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
            }
        } catch (IOException ended) {
            said.add(ended.toString());
        }
    }

    boolean hasSaid(String words) {
        return said.stream().anyMatch(line -> line.contains(words));
    }

    String address() {
        return said.stream()
                .filter(line -> line.startsWith("listening "))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the child did not start: " + said))
                .substring("listening ".length());
    }

    void kill() {
        process.destroyForcibly();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    boolean isStopped() throws IOException {
        String stat =
                java.nio.file.Files.readString(java.nio.file.Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws IOException {
        ElectionName election = TestPeer.ELECTION;
        TestPeer peer = new TestPeer(
                arguments[0],
                Long.parseLong(arguments[1]),
                TestPeer.quick().bind(arguments[2]).build());
        System.out.println("listening " + peer.channel().address());
        TimerTask sayIt = new TimerTask() {
            @Override
            public void run() {
                peer.channel().released(election);
            }
        };
        new Timer(true).schedule(sayIt, 0, 20);
        // Ends with its parent.
        while (System.in.read() >= 0) {
            System.out.flush();
        }
        Runtime.getRuntime().halt(0);
    }
}
