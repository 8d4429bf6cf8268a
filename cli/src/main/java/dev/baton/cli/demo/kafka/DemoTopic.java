// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import dev.baton.cli.demo.DemoFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes the topic and asks for its brokers, as any administrator of a Kafka cluster would. */
final class DemoTopic implements AutoCloseable {
    private static final short REPLICAS = 3;
    private static final Duration ASK_EVERY = Duration.ofMillis(100);

    private final Admin admin;

    DemoTopic(Admin admin) {
        this.admin = admin;
    }

    /** Whether it is there now. */
    boolean create() {
        try {
            admin.createTopics(List.of(new NewTopic(DemoClients.TOPIC, DemoClients.PARTITIONS, REPLICAS)))
                    .all()
                    .get();
            return true;
        } catch (ExecutionException failed) {
            return failed.getCause() instanceof TopicExistsException || notYet(failed);
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    /** How many brokers there are, as one of them says. */
    int brokers() {
        try {
            int count = admin.describeCluster().nodes().get().size();
            LockSupport.parkNanos(ASK_EVERY.toNanos());
            return count;
        } catch (ExecutionException failed) {
            notYet(failed);
            return 0;
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    /** Brokers that have just started may refuse what they take a moment later. */
    private static boolean notYet(ExecutionException failed) {
        if (!(failed.getCause() instanceof ApiException)) {
            throw new DemoFailure("the brokers cannot be asked: " + failed.getCause());
        }
        LockSupport.parkNanos(ASK_EVERY.toNanos());
        return false;
    }

    private static DemoFailure interrupted() {
        Thread.currentThread().interrupt();
        return new DemoFailure("interrupted");
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
