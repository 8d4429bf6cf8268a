// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.ObjectAlreadyExistsException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/**
 * Quartz' JDBC cluster as one would elect a leader with it: a job that must not run twice at a time and whose run lasts
 * until it is told to end. A process acts when its run begins, and believes that it leads until the run ends.
 */
public final class QuartzCandidate {
    private static final int EVERY_MILLIS = 500;
    private static final String ELECTION = "election";

    /** The runs of this process. Quartz makes its jobs by itself, so they find it here. */
    private static final Map<Integer, CountDownLatch> RUNS = new ConcurrentHashMap<>();

    private static volatile CandidateProcess current = new CandidateProcess();

    private final Scheduler scheduler;

    private QuartzCandidate(CandidateProcess process) throws SchedulerException, IOException {
        Properties properties = new Properties();
        properties.put("org.quartz.scheduler.instanceName", "peers");
        properties.put("org.quartz.scheduler.instanceId", process.text("node") + "-" + System.nanoTime());
        properties.put("org.quartz.scheduler.idleWaitTime", process.text("idleWait"));
        properties.put("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        // A run lasts, so each election needs a thread.
        properties.put("org.quartz.threadPool.threadCount", Integer.toString(Math.max(10, process.elections())));
        properties.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
        properties.put("org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
        properties.put("org.quartz.jobStore.isClustered", "true");
        properties.put("org.quartz.jobStore.clusterCheckinInterval", process.text("checkin"));
        properties.put("org.quartz.jobStore.dataSource", "pool");
        properties.put("org.quartz.dataSource.pool.provider", "hikaricp");
        properties.put("org.quartz.dataSource.pool.driver", "org.postgresql.Driver");
        properties.put("org.quartz.dataSource.pool.URL", process.text("url"));
        properties.put("org.quartz.dataSource.pool.user", process.text("user"));
        properties.put("org.quartz.dataSource.pool.password", Pool.password(process));
        this.scheduler = new StdSchedulerFactory(properties).getScheduler();
    }

    public static void main(String[] arguments) throws Exception {
        CandidateProcess process = new CandidateProcess(arguments);
        current = process;
        new QuartzCandidate(process).run(process);
    }

    private void run(CandidateProcess process) throws Exception {
        for (int election = 0; election < process.elections(); election++) {
            schedule(election);
        }
        scheduler.start();
        process.run(RUNS::containsKey, this::resign);
    }

    private void schedule(int election) throws SchedulerException {
        JobDetail job = JobBuilder.newJob(Leading.class)
                .withIdentity("election-" + election)
                .usingJobData(ELECTION, election)
                .build();
        try {
            scheduler.scheduleJob(
                    job,
                    TriggerBuilder.newTrigger()
                            .withIdentity("election-" + election)
                            .withSchedule(SimpleScheduleBuilder.simpleSchedule()
                                    .withIntervalInMilliseconds(EVERY_MILLIS)
                                    .withMisfireHandlingInstructionNowWithRemainingCount()
                                    .repeatForever())
                            .startNow()
                            .build());
        } catch (ObjectAlreadyExistsException another) {
            // Another process has put it there.
        }
    }

    /** The run ends, and this process starts no other until another process could. */
    private void resign() throws Exception {
        scheduler.standby();
        CountDownLatch run = RUNS.get(0);
        if (run != null) {
            run.countDown();
        }
        Thread again = new Thread(
                () -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(current.number("idleWait"));
                        scheduler.start();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    } catch (SchedulerException failed) {
                        CandidateProcess.report(failed);
                    }
                },
                "stand-again");
        again.setDaemon(true);
        again.start();
    }

    /** The work of a leader. */
    @DisallowConcurrentExecution
    public static final class Leading implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            int election = context.getMergedJobDataMap().getInt(ELECTION);
            CountDownLatch end = new CountDownLatch(1);
            RUNS.put(election, end);
            current.acts(election);
            try {
                end.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } finally {
                RUNS.remove(election);
                current.stopped(election);
            }
        }
    }
}
