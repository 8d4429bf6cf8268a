// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.NodeId;
import dev.baton.kafka.access.KafkaAcl;
import dev.baton.kafka.access.KafkaUser;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import dev.baton.kafka.access.TopicPermission;
import dev.baton.kafka.api.BrokerIds;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.junit.jupiter.api.Test;

class KafkaSettingsTest {
    private static final KafkaUser USER =
            new KafkaUser("u", "secret", List.of(new TopicPermission("orders-", Set.of(Right.READ))));
    private static final KafkaAcl USERS = new KafkaAcl(Optional.empty(), List.of(USER));

    private static KafkaSettings on(String host, String advertised, KafkaAcl access) {
        return new KafkaSettings(
                new InetSocketAddress(host, 9092), advertised, KafkaLimits.DEFAULT, TopicDefaults.DEFAULT, access);
    }

    @Test
    void onlyLoopbackMayBeOpenToEverybody() {
        assertThat(on("127.0.0.1", "", KafkaAcl.OPEN).mayAskForPasswords()).isTrue();
        assertThatThrownBy(() -> on("0.0.0.0", "host", KafkaAcl.OPEN))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("can be reached by others");
        // A password is not sent as it is over a network.
        assertThat(on("0.0.0.0", "host", USERS).mayAskForPasswords()).isFalse();
    }

    @Test
    void addressThatClientsCannotConnectToIsNotAdvertised() {
        assertThatThrownBy(() -> on("0.0.0.0", "", USERS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("advertised_host");
    }

    @Test
    void rightsAreThoseOfThePrefix() {
        Rights rights = new Rights(List.of(USER));
        KafkaPrincipal user = new KafkaPrincipal(KafkaPrincipal.USER_TYPE, "u");

        assertThat(rights.may(user, Right.READ, "orders-1")).isTrue();
        assertThat(rights.may(user, Right.WRITE, "orders-1")).isFalse();
        assertThat(rights.may(user, Right.READ, "order")).isFalse();
        assertThat(rights.maySee(user, "orders-1")).isTrue();
        assertThat(rights.mayManageCluster(user)).isFalse();
        assertThat(rights.may(KafkaPrincipal.ANONYMOUS, Right.READ, "orders-1")).isFalse();
        assertThat(new Rights(List.of()).mayManageCluster(KafkaPrincipal.ANONYMOUS))
                .isTrue();
    }

    @Test
    void brokersHaveNumbersOfTheirOwn() {
        Set<Integer> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(BrokerIds.of(NodeId.of("node-" + i)));
        }

        assertThat(ids).hasSize(1_000).allMatch(id -> id >= 1_000_000);
        assertThat(BrokerIds.of(NodeId.of("3"))).isEqualTo(3);
    }
}
