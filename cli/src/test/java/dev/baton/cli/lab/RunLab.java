// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A database on which {@code baton run} elects, the file that its commands write to, and the processes. */
public final class RunLab implements AutoCloseable {
    private final Path folder;
    private final LabDatabase database;
    private final EvidenceFile evidence;
    private final List<CliProcess> started = new ArrayList<>();

    public RunLab(Path folder) {
        this.folder = folder;
        this.database = LabDatabase.start(folder);
        this.evidence = new EvidenceFile(folder.resolve("evidence"));
    }

    public LabDatabase database() {
        return database;
    }

    public EvidenceFile evidence() {
        return evidence;
    }

    /** Starts {@code baton run} in the election "job". */
    public CliProcess run(String node, String url, List<String> options, List<String> command) {
        return start(CliProcess.launcher(), arguments(node, url, options, command));
    }

    /** As {@link #run}, with both outputs into a pipe that nothing reads. */
    public CliProcess runIntoAPipe(String node, List<String> options, List<String> command) {
        List<String> line = new ArrayList<>(List.of(
                "-c", "\"$@\" 2>&1 | sleep 600", "bash", CliProcess.launcher().toString()));
        line.addAll(arguments(node, database.url(), options, command));
        return start(Path.of("/bin/bash"), line);
    }

    private static List<String> arguments(String node, String url, List<String> options, List<String> command) {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--election", "job", "--node", node, "--url", url, "--create-schema"));
        arguments.addAll(options.contains("--lease") ? List.of() : List.of("--lease", "10s"));
        arguments.addAll(options.contains("--grace") ? List.of() : List.of("--grace", "400ms"));
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(command);
        return arguments;
    }

    private CliProcess start(Path program, List<String> arguments) {
        CliProcess process = CliProcess.start(
                program,
                folder,
                Map.of("BATON_DB_USER", "sa", "BATON_DB_PASSWORD", "", "BATON_TOKEN", "canary-token"),
                arguments.toArray(String[]::new));
        started.add(process);
        return process;
    }

    public CliProcess run(String node, List<String> options, List<String> command) {
        return run(node, database.url(), options, command);
    }

    @Override
    public void close() {
        started.forEach(CliProcess::close);
        database.close();
    }
}
