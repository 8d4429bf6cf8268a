// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.lab;

import dev.baton.sql.TestDatabase;
import dev.baton.testkit.lab.LabProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Workers in several processes come, leave, are killed and paused for a while, on the task lists of three domains.
 *
 * @param partitions of the smallest and of the largest task list
 * @param workers at the start and at most
 * @param faults for how long
 */
record WorkSoak(Range partitions, int processes, Range workers, Duration faults, Duration lease) {
    /** From one number to another. */
    record Range(int least, int most) {}

    private static final int DOMAINS = 3;
    private static final int LISTS = 10;
    private static final Duration BETWEEN_FAULTS = Duration.ofMillis(700);

    static WorkSoak shortOne() {
        return new WorkSoak(new Range(10, 20), 3, new Range(6, 12), Duration.ofSeconds(8), Duration.ofSeconds(3));
    }

    static WorkSoak longOne() {
        return new WorkSoak(new Range(50, 100), 4, new Range(15, 80), Duration.ofSeconds(60), Duration.ofSeconds(4));
    }

    /** Every partition is owned again so soon after the faults: a lease, and two rounds of the coordinator. */
    private Duration settling() {
        return lease.multipliedBy(2).plusSeconds(20);
    }

    void run(TestDatabase database, Path directory, long seed) throws InterruptedException {
        String cluster = "soak-" + ProcessHandle.current().pid();
        try (WorkLab lab = new WorkLab(database, directory, cluster, lease, true, true)) {
            Run run = new Run(lab, directory, new SplittableRandom(seed));
            run.begin();
            run.disturb();
            long calm = System.nanoTime();
            lab.awaitSettled(settling());
            System.out.printf(
                    "soak with seed %d: %s; %d starts, %d effects, settled %d ms after the last fault%n",
                    seed, run.done, lab.starts(), lab.effects(), (System.nanoTime() - calm) / 1_000_000);
            lab.check();
        }
    }

    /** One such time. */
    private final class Run {
        private final WorkLab lab;
        private final Path directory;
        private final SplittableRandom chance;
        private final Map<LabProcess, List<String>> running = new LinkedHashMap<>();
        /** Until when. */
        private final Map<LabProcess, Long> paused = new LinkedHashMap<>();

        private final Map<String, Integer> done = new LinkedHashMap<>();
        private int names;

        Run(WorkLab lab, Path directory, SplittableRandom chance) {
            this.lab = lab;
            this.directory = directory;
            this.chance = chance;
        }

        void begin() {
            for (int domain = 0; domain < DOMAINS; domain++) {
                for (int list = 0; list < LISTS; list++) {
                    lab.define(
                            "domain-" + domain + "/list-" + list,
                            chance.nextInt(partitions.least(), partitions.most() + 1));
                }
            }
            for (int i = 0; i < processes; i++) {
                running.put(lab.start("p" + i), new ArrayList<>());
            }
            lab.awaitReady();
            for (int i = 0; i < workers.least(); i++) {
                add(any());
            }
            lab.awaitSettled(WorkLab.PATIENCE);
        }

        /** One that is not paused. */
        private LabProcess any() {
            List<LabProcess> awake = running.keySet().stream()
                    .filter(it -> !paused.containsKey(it))
                    .toList();
            return awake.get(chance.nextInt(awake.size()));
        }

        private void add(LabProcess process) {
            String worker = "w" + names++;
            process.say("add " + worker);
            running.get(process).add(worker);
        }

        void disturb() throws InterruptedException {
            long until = System.nanoTime() + faults.toNanos();
            // Each kind once, whatever chance says.
            for (int fault = 0; System.nanoTime() < until; fault++) {
                int kind = fault < 4 ? fault : chance.nextInt(6);
                switch (kind) {
                    case 0 -> kill();
                    case 1 -> pause();
                    case 2 -> leave();
                    default -> join();
                }
                // The pace of the faults, not a wait for their outcome: that is awaited once they are over.
                TimeUnit.NANOSECONDS.sleep(chance.nextLong(BETWEEN_FAULTS.toNanos()));
                resume(System.nanoTime());
                requireAlive();
            }
            resume(Long.MAX_VALUE);
        }

        /** A process may end itself, if its work does not stop in time; none of these workers gives it a reason to. */
        private void requireAlive() {
            running.keySet().stream().filter(it -> !it.isAlive()).findFirst().ifPresent(ended -> {
                throw new AssertionError(
                        ended.name() + " ended with status " + ended.awaitEnd() + ": see the logs in " + directory);
            });
        }

        private void resume(long now) {
            paused.entrySet().removeIf(it -> {
                boolean over = it.getValue() <= now;
                if (over) {
                    it.getKey().resume();
                }
                return over;
            });
        }

        private void count(String what) {
            done.merge(what, 1, Integer::sum);
        }

        /**
         * Another process takes its place, with as many workers; it reads what it is to do when it has started. One at a
         * time: a process that is killed before it has done anything shows nothing.
         */
        private void kill() {
            if (!running.keySet().stream().allMatch(it -> it.last("ready").isPresent())) {
                return;
            }
            LabProcess killed = any();
            killed.kill();
            int lost = running.remove(killed).size();
            LabProcess next = lab.start(killed.name());
            running.put(next, new ArrayList<>());
            for (int i = 0; i < Math.max(1, lost); i++) {
                add(next);
            }
            count("kills");
        }

        /** Half of the pauses outlast the lease. */
        private void pause() {
            if (paused.size() < processes - 1) {
                LabProcess next = any();
                next.pause();
                paused.put(next, System.nanoTime() + chance.nextLong(lease.toNanos() * 2));
                count("pauses");
            }
        }

        private void leave() {
            LabProcess process = any();
            List<String> its = running.get(process);
            if (its.size() > 1) {
                process.say("leave " + its.remove(chance.nextInt(its.size())));
                count("leaves");
            }
        }

        private void join() {
            int all = running.values().stream().mapToInt(List::size).sum();
            int most = Math.min(workers.most() - all, workers.most() / workers.least());
            for (int i = 0; i < most; i++) {
                add(any());
                count("joins");
            }
        }
    }
}
