// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.bully.Address;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullySettings;
import dev.baton.bully.Credentials;
import dev.baton.bully.IdOrder;
import dev.baton.bully.JoinPolicy;
import dev.baton.bully.MemberRole;
import dev.baton.bully.SharedTlsKey;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Priority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Elections among a few nodes that talk HTTP to each other, with baton.elector=bully.
 *
 * @param bind host:port to listen on
 * @param advertise host:port by which other nodes reach this one, if that is not where it listens
 * @param join host:port of some members, for a node without state
 * @param form forms a new cluster, unless the node has state; for the first start of the first node only
 * @param stateFolder keeps the membership and the epochs, on a disk that survives a restart; by default baton-bully-NODE
 * @param user that all nodes share, at least 4 characters
 * @param password that all nodes share, at least 4 characters
 * @param heartbeat how often a leader sends one
 * @param misses how many heartbeats may be missed before a leader is replaced
 * @param margin how much earlier than the others a leader considers its time over; by default half a heartbeat
 * @param requestTimeout how long to wait for an answer; by default a heartbeat
 * @param electionTimeout how long an election is left to a higher node that says it stands; by default two heartbeats
 * @param removeAfter how long a dead node stays a member; by default forever
 * @param quorum none lets each side of a partition elect a leader of its own
 * @param idOrder which of two ids is the higher one
 * @param priority compared before the id, from 0 to 100
 * @param part witness votes and never leads, candidate leads only
 * @param joinNetworks networks, as in 10.0.0.0/8, whose addresses a joining node may name beside its own
 * @param tls encrypts what the nodes say
 */
@ConfigurationProperties("baton.bully")
record BullyProperties(
        @DefaultValue("127.0.0.1:2222") String bind,
        @Nullable String advertise,
        @DefaultValue List<String> join,
        @DefaultValue("false") boolean form,
        @Nullable Path stateFolder,
        @DefaultValue("") String user,
        @DefaultValue("") String password,
        @DefaultValue("500ms") Duration heartbeat,
        @DefaultValue("3") int misses,
        @Nullable Duration margin,
        @Nullable Duration requestTimeout,
        @Nullable Duration electionTimeout,
        @Nullable Duration removeAfter,
        @DefaultValue("majority") QuorumMode quorum,
        @DefaultValue("natural") IdOrder idOrder,
        @DefaultValue("100") int priority,
        @DefaultValue("full") MemberRole part,
        @DefaultValue List<String> joinNetworks,
        @DefaultValue Tls tls) {
    /**
     * The key that all nodes share.
     *
     * @param keystore PKCS#12 file with the key; switches TLS on
     * @param keystorePassword password of the keystore
     */
    record Tls(@Nullable Path keystore, @DefaultValue("") String keystorePassword) {
        /** Without the password. */
        @Override
        public String toString() {
            return "Tls[keystore=" + keystore + "]";
        }
    }

    BullyConfiguration configuration(BatonProperties properties) {
        String node = ElectorSelection.lastingNode(properties, "bully");
        Path state = stateFolder == null ? Path.of("baton-bully-" + node) : stateFolder;
        Address listen = Address.parse(bind);
        BullyConfiguration.Builder builder = BullyConfiguration.of(new Credentials(user, password), state)
                .listen(listen.bareHost(), listen.port())
                .join(join.stream().map(Address::parse).toList())
                .settings(settings())
                .joinPolicy(new JoinPolicy(joinNetworks));
        if (form) {
            builder.form();
        }
        if (advertise != null) {
            builder.advertised(Address.parse(advertise));
        }
        if (tls.keystore() != null) {
            builder.tls(SharedTlsKey.read(tls.keystore(), tls.keystorePassword().toCharArray()));
        }
        Path locks = properties.peer().lockFolder();
        if (locks != null) {
            builder.lockFolder(locks);
        }
        return builder.build();
    }

    private BullySettings settings() {
        BullySettings usual = BullySettings.every(heartbeat);
        return usual.toBuilder()
                .misses(misses)
                .margin(margin == null ? usual.margin() : margin)
                .requestTimeout(requestTimeout == null ? usual.requestTimeout() : requestTimeout)
                .electionTimeout(electionTimeout == null ? usual.electionTimeout() : electionTimeout)
                .removeAfter(Optional.ofNullable(removeAfter))
                .quorum(quorum)
                .order(idOrder)
                .priority(new Priority(priority))
                .part(part)
                .build();
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "BullyProperties[bind=" + bind + "]";
    }
}
