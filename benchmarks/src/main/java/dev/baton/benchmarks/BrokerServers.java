// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

/** Three processes that Kafka clients can connect to, of Baton or of Apache Kafka. */
interface BrokerServers extends ReplicatedCluster {
    /** For {@code bootstrap.servers}. */
    String addresses();

    /** Which node listens there for Kafka clients. */
    String nodeAt(int port);

    long pid(String node);
}
