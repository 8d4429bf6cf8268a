// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** A {@link LeaderLatch} for each election, all over one session. It acts when the latch's listener is told so. */
public final class CuratorCandidate {
    private final CandidateProcess process;
    private final CuratorFramework client;
    private final List<LeaderLatch> latches = new ArrayList<>();

    private CuratorCandidate(CandidateProcess process) {
        this.process = process;
        this.client = CuratorFrameworkFactory.builder()
                .connectString(process.text("servers"))
                .sessionTimeoutMs(process.number("session"))
                .connectionTimeoutMs(process.number("connection"))
                .retryPolicy(new ExponentialBackoffRetry(100, 10))
                .build();
    }

    public static void main(String[] arguments) throws Exception {
        new CuratorCandidate(new CandidateProcess(arguments)).run();
    }

    private void run() throws Exception {
        client.start();
        client.blockUntilConnected();
        for (int election = 0; election < process.elections(); election++) {
            latches.add(stand(election));
        }
        process.run(election -> latch(election).hasLeadership(), this::resign);
    }

    private synchronized LeaderLatch latch(int election) {
        return latches.get(election);
    }

    private LeaderLatch stand(int election) throws Exception {
        LeaderLatch latch = new LeaderLatch(client, "/election-" + election, process.text("node"));
        latch.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                process.acts(election);
            }

            @Override
            public void notLeader() {
                process.stopped(election);
            }
        });
        latch.start();
        return latch;
    }

    /** A latch that was closed cannot be started again: its successor queues up behind the others. */
    private void resign() throws Exception {
        latch(0).close(LeaderLatch.CloseMode.NOTIFY_LEADER);
        LeaderLatch again = stand(0);
        synchronized (this) {
            latches.set(0, again);
        }
    }
}
