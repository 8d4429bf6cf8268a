// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.access;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;

/** What each user may do. Without users, every client may do everything. */
public final class Rights {
    private final Optional<Map<String, KafkaUser>> users;

    public Rights(Collection<KafkaUser> users) {
        this.users = users.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        users.stream().collect(Collectors.toUnmodifiableMap(KafkaUser::name, Function.identity())));
    }

    public boolean may(KafkaPrincipal who, Right right, String topic) {
        return users.map(known -> known.get(who.getName()))
                .map(user -> user.grants().stream().anyMatch(grant -> grant.allows(right, topic)))
                .orElse(users.isEmpty());
    }

    /** Whether a user may know of a topic: every user who may do anything with it. */
    public boolean maySee(KafkaPrincipal who, String topic) {
        for (Right right : Right.values()) {
            if (may(who, right, topic)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a user may do anything with a consumer group. Those who manage the cluster may use all. */
    public boolean mayUseGroup(KafkaPrincipal who, String group) {
        return users.map(known -> known.get(who.getName()))
                        .map(user -> user.groups().stream().anyMatch(group::startsWith))
                        .orElse(users.isEmpty())
                || mayManageCluster(who);
    }

    /** Whether a user may do what concerns no topic. */
    public boolean mayManageCluster(KafkaPrincipal who) {
        return may(who, Right.ADMIN, "");
    }
}
