// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** A {@link LockRegistryLeaderInitiator} on a {@link JdbcLockRegistry} for each election. It acts when it is told {@code onGranted}. */
public final class SpringCandidate {
    private final CandidateProcess process;
    private final List<LockRegistryLeaderInitiator> initiators = new ArrayList<>();

    private SpringCandidate(CandidateProcess process) {
        this.process = process;
    }

    public static void main(String[] arguments) throws Exception {
        new SpringCandidate(new CandidateProcess(arguments)).run();
    }

    private void run() throws Exception {
        var pool = Pool.of(process);
        GenericApplicationContext context = new GenericApplicationContext();
        context.registerBean(
                "transactionManager", DataSourceTransactionManager.class, () -> new DataSourceTransactionManager(pool));
        context.registerBean(DefaultLockRepository.class, () -> new DefaultLockRepository(pool));
        context.refresh();
        Duration ttl = Duration.ofMillis(process.number("ttl"));
        JdbcLockRegistry locks = new JdbcLockRegistry(context.getBean(DefaultLockRepository.class), ttl);
        locks.setCacheCapacity(1_000);
        for (int election = 0; election < process.elections(); election++) {
            initiators.add(stand(locks, election));
        }
        process.run(
                election -> leads(initiators.get(election)),
                () -> initiators.get(0).getContext().yield());
    }

    private static boolean leads(LockRegistryLeaderInitiator initiator) {
        Context context = initiator.getContext();
        return context != null && context.isLeader();
    }

    private LockRegistryLeaderInitiator stand(JdbcLockRegistry locks, int election) {
        DefaultCandidate candidate = new DefaultCandidate(process.text("node"), "election-" + election) {
            @Override
            public void onGranted(Context context) {
                super.onGranted(context);
                process.acts(election);
            }

            @Override
            public void onRevoked(Context context) {
                super.onRevoked(context);
                process.stopped(election);
            }
        };
        LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(locks, candidate);
        initiator.setHeartBeatMillis(process.number("heartbeat"));
        initiator.setBusyWaitMillis(process.number("busyWait"));
        initiator.start();
        return initiator;
    }
}
