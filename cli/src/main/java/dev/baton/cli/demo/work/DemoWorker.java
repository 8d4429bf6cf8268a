// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.cli.demo.ActivityFile;
import dev.baton.cli.demo.ActivityFile.Span;
import dev.baton.cli.demo.DemoProcess;
import dev.baton.cli.demo.DemoProcess.Condition;
import dev.baton.cli.demo.DemoProcesses;
import dev.baton.cli.demo.H2Backend;
import java.util.List;

/** One worker in its own process. */
final class DemoWorker {
    private final int number;
    private final ActivityFile activity;
    private final DemoProcess process;

    private DemoWorker(int number, ActivityFile activity, DemoProcess process) {
        this.number = number;
        this.activity = activity;
        this.process = process;
    }

    static DemoWorker start(DemoProcesses processes, int number, H2Backend database) {
        String id = id(number);
        DemoProcess process =
                processes.start(id, folder -> WorkerCommand.prepare(id, folder, processes.folder(), database));
        return new DemoWorker(number, ActivityFile.open(processes.folder(id).resolve(WorkerCommand.ACTIVITY)), process);
    }

    private static String id(int number) {
        return "w" + number;
    }

    /** Counted from 1; no number is used twice. */
    int number() {
        return number;
    }

    String id() {
        return id(number);
    }

    DemoProcess process() {
        return process;
    }

    boolean isUp() {
        return process.condition() == Condition.UP;
    }

    boolean isPaused() {
        return process.condition() == Condition.PAUSED;
    }

    List<Span> spans() {
        return activity.spans(id());
    }
}
