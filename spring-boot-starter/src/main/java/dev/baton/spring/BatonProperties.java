// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.peer.PeerSecret;
import dev.baton.peer.PeerSettings;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application says about its node.
 *
 * @param node id of this node, unique in the cluster; by default the host's name and the number of the process
 * @param cluster elections of different clusters have nothing to do with each other, also in the same tables
 * @param elections names of the elections that this node stands in
 * @param candidates how this node behaves in an election, by its name
 * @param elector how elections are decided, unless there is a bean of type ElectorFactory; each of them has properties below its name
 * @param sql elections on the application's database
 * @param standalone elections of a cluster of one
 * @param peer the channel by which a leader that ended is noticed before its lease has run out, with sql and raft;
 *     registry and bully have one of their own
 */
@ConfigurationProperties("baton")
public record BatonProperties(
        @Nullable String node,
        @DefaultValue("baton") String cluster,
        @DefaultValue Set<String> elections,
        @DefaultValue Map<String, Candidate> candidates,
        @DefaultValue("sql") ElectorKind elector,
        @DefaultValue Sql sql,
        @DefaultValue Standalone standalone,
        @DefaultValue Peer peer) {

    /** The electors that properties can choose; for any other, declare a bean of type {@code ElectorFactory}. */
    public enum ElectorKind {
        /** On the application's DataSource. */
        SQL,
        /** On a Raft group that replicas form themselves; needs {@code dev.baton:baton-elector-raft}. */
        RAFT,
        /** Among nodes that find each other by JGroups; needs {@code dev.baton:baton-elector-registry}. */
        REGISTRY,
        /** Among a few nodes that talk HTTP to each other; needs {@code dev.baton:baton-elector-bully}. */
        BULLY,
        /** In this process alone, without a database: for tests, and for a single replica. */
        STANDALONE
    }

    /**
     * How this node behaves in one election.
     *
     * @param eligible whether this node may lead
     * @param priority how much this node is preferred as leader, from 0 to 100
     * @param takeoverDelay how long this node waits after a leader was lost, so that one that returns at once is not replaced
     * @param minimumHold how long a leader leads before it yields to a preferred node
     * @param windDown how long before its deadline a leader tells its work to stop, if no renewal came
     * @param startTimeout how long a leader-only bean may take to start
     * @param stopTimeout how long leader-only work may take to end once it was interrupted; if it takes longer, the process ends
     */
    public record Candidate(
            @DefaultValue("true") boolean eligible,
            @DefaultValue("100") int priority,
            @DefaultValue("0s") Duration takeoverDelay,
            @DefaultValue("10s") Duration minimumHold,
            @DefaultValue("500ms") Duration windDown,
            @DefaultValue("30s") Duration startTimeout,
            @DefaultValue("5s") Duration stopTimeout) {
        CandidateSettings settings() {
            return CandidateSettings.builder()
                    .eligible(eligible)
                    .priority(priority)
                    .takeoverDelay(takeoverDelay)
                    .minimumHold(minimumHold)
                    .windDown(windDown)
                    .build();
        }

        Duty.Policy dutyPolicy() {
            return Duty.Policy.DEFAULT.withStartTimeout(startTimeout).withStopTimeout(stopTimeout);
        }
    }

    /**
     * Elections on the application's database.
     *
     * @param lease how long a leader that is not heard from is waited for
     * @param renewInterval how often a leader renews its lease; by default three tenths of the lease
     * @param margin how much earlier than the database a leader considers its lease over; by default a tenth of the lease
     * @param requestTimeout how long an answer of the database is waited for; by default a fifth of the lease
     * @param tablePrefix what the names of the two tables begin with
     * @param createSchema whether tables that are missing are created at the start
     * @param unsafeLostCommits whether a database may be used that forgets committed rows in a crash; for tests
     */
    public record Sql(
            @DefaultValue("10s") Duration lease,
            @Nullable Duration renewInterval,
            @Nullable Duration margin,
            @Nullable Duration requestTimeout,
            @DefaultValue("baton_") String tablePrefix,
            @DefaultValue("false") boolean createSchema,
            @DefaultValue("false") boolean unsafeLostCommits) {
        SqlSettings settings(String cluster) {
            return new SqlSettings(terms(), tables(cluster), createSchema, unsafeLostCommits);
        }

        TableNames tables(String cluster) {
            return TableNames.withPrefix(tablePrefix).withCluster(cluster);
        }

        private LeaseTerms terms() {
            return LeaseTimings.of(LeaseTerms.DEFAULT, lease, renewInterval, margin, requestTimeout);
        }
    }

    /**
     * Elections of a cluster of one.
     *
     * @param stateFile keeps the epochs across restarts; without it they begin anew with each process
     */
    public record Standalone(@Nullable Path stateFile) {}

    /**
     * The peer channel.
     *
     * @param enabled whether a leader whose process ended is noticed before its lease has run out
     * @param bind where this node listens, as host:port; port 0 lets the system choose
     * @param advertise where others find this node, if that is not where it listens
     * @param secret shared by all nodes, 16 to 1024 bytes; needed on any address but a loopback one
     * @param lockFolder shared by all nodes of this host, where each container has a /dev/shm of its own
     */
    public record Peer(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("127.0.0.1:0") String bind,
            @Nullable String advertise,
            @Nullable String secret,
            @Nullable Path lockFolder) {
        PeerSettings settings(String cluster) {
            PeerSettings.Builder settings =
                    PeerSettings.builder().cluster(cluster).bind(bind);
            if (advertise != null) {
                settings.advertise(advertise);
            }
            if (secret != null) {
                settings.secret(PeerSecret.of(secret));
            }
            if (lockFolder != null) {
                settings.lockFolder(lockFolder);
            }
            return settings.build();
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "Peer[enabled=" + enabled + ", bind=" + bind + "]";
        }
    }
}
