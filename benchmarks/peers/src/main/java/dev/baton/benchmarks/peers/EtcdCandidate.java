// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.election.CampaignResponse;
import io.etcd.jetcd.election.LeaderKey;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * etcd's election by jetcd: one lease for all elections, kept alive. It acts when its campaign has succeeded. jetcd has
 * no question for "do I lead": a process believes so from then until it resigns or its lease is reported to be gone.
 */
public final class EtcdCandidate {
    private final CandidateProcess process;
    private final Client client;
    private final AtomicReferenceArray<@Nullable LeaderKey> led;
    private volatile long lease;

    private EtcdCandidate(CandidateProcess process) {
        this.process = process;
        this.client = Client.builder()
                .endpoints(process.text("servers").split(",", -1))
                .build();
        this.led = new AtomicReferenceArray<>(process.elections());
    }

    public static void main(String[] arguments) throws Exception {
        new EtcdCandidate(new CandidateProcess(arguments)).run();
    }

    private void run() throws Exception {
        standInAll();
        process.run(election -> led.get(election) != null, this::resign);
    }

    private void standInAll() throws InterruptedException, ExecutionException {
        lease = client.getLeaseClient().grant(process.number("ttl")).get().getID();
        client.getLeaseClient().keepAlive(lease, new StreamObserver<>() {
            @Override
            public void onNext(LeaseKeepAliveResponse alive) {}

            @Override
            public void onError(Throwable gone) {
                expired();
            }

            @Override
            public void onCompleted() {
                expired();
            }
        });
        for (int election = 0; election < process.elections(); election++) {
            campaign(election);
        }
    }

    private void campaign(int election) {
        CompletableFuture<Void> unused = client.getElectionClient()
                .campaign(bytes("election-" + election), lease, bytes(process.text("node")))
                .thenAccept(won -> won(election, won));
    }

    private void won(int election, CampaignResponse won) {
        led.set(election, won.getLeader());
        process.acts(election);
    }

    private void lost(int election) {
        if (led.getAndSet(election, null) != null) {
            process.stopped(election);
        }
    }

    /** All leadership hung on the lease; with a new one it stands again. */
    private void expired() {
        for (int election = 0; election < process.elections(); election++) {
            lost(election);
        }
        Thread again = new Thread(
                () -> {
                    try {
                        standInAll();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    } catch (ExecutionException failed) {
                        CandidateProcess.report(failed);
                    }
                },
                "stand-again");
        again.setDaemon(true);
        again.start();
    }

    private void resign() throws Exception {
        LeaderKey key = led.get(0);
        if (key != null) {
            lost(0);
            client.getElectionClient().resign(key).get();
            campaign(0);
        }
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }
}
