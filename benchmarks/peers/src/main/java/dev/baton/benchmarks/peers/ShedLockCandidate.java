// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * ShedLock as one would elect a leader with it: every process has a scheduled job, which tries to get the lock. The one
 * that gets it acts, and extends the lock for as long as it may; a process that cannot extend it has stopped.
 */
public final class ShedLockCandidate {
    private final CandidateProcess process;
    private final LockProvider locks;
    private final Duration atMost;
    private final AtomicReferenceArray<@Nullable SimpleLock> held;
    private final AtomicLong restsUntil = new AtomicLong(System.nanoTime());

    private ShedLockCandidate(CandidateProcess process) throws IOException {
        this.process = process;
        this.atMost = Duration.ofMillis(process.number("atMost"));
        this.held = new AtomicReferenceArray<>(process.elections());
        this.locks = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(Pool.of(process)))
                // By default the name of the host, which all processes share here.
                .withLockedByValue(process.text("node"))
                .usingDbTime()
                .build());
    }

    public static void main(String[] arguments) throws Exception {
        new ShedLockCandidate(new CandidateProcess(arguments)).run();
    }

    private void run() throws Exception {
        int every = process.number("every");
        int extend = process.number("extend");
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(4);
        for (int i = 0; i < process.elections(); i++) {
            int election = i;
            var unused = scheduler.scheduleWithFixedDelay(
                    () -> attempt(election), 10L * i % every, every, TimeUnit.MILLISECONDS);
            var unusedToo = scheduler.scheduleWithFixedDelay(
                    () -> extend(election), 10L * i % extend, extend, TimeUnit.MILLISECONDS);
        }
        process.run(election -> held.get(election) != null, this::resign);
    }

    private void attempt(int election) {
        if (held.get(election) != null || (election == 0 && System.nanoTime() - restsUntil.get() < 0)) {
            return;
        }
        try {
            Optional<SimpleLock> lock =
                    locks.lock(new LockConfiguration(Instant.now(), "election-" + election, atMost, Duration.ZERO));
            if (lock.isPresent()) {
                held.set(election, lock.get());
                process.acts(election);
            }
        } catch (RuntimeException failed) {
            CandidateProcess.report(failed);
        }
    }

    private void extend(int election) {
        SimpleLock lock = held.get(election);
        if (lock == null) {
            return;
        }
        Optional<SimpleLock> extended = Optional.empty();
        try {
            extended = lock.extend(atMost, Duration.ZERO);
        } catch (RuntimeException failed) {
            CandidateProcess.report(failed);
        }
        if (!held.compareAndSet(election, lock, extended.orElse(null))) {
            extended.ifPresent(SimpleLock::unlock);
        } else if (extended.isEmpty()) {
            process.stopped(election);
        }
    }

    /** The job ends, and is not tried for as long as another process needs to come round. */
    private void resign() {
        restsUntil.set(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2L * process.number("every")));
        SimpleLock lock = held.getAndSet(0, null);
        if (lock != null) {
            lock.unlock();
            process.stopped(0);
        }
    }
}
