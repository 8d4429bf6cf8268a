// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.access;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who may connect.
 *
 * @param tls empty for connections that are not encrypted
 * @param users who may log in; empty if no login is needed
 */
public record KafkaAcl(Optional<KafkaTls> tls, List<KafkaUser> users) {
    /** Open to all, without encryption. For loopback only. */
    public static final KafkaAcl OPEN = new KafkaAcl(Optional.empty(), List.of());

    public KafkaAcl {
        users = List.copyOf(users);
        Set<String> names = new HashSet<>();
        for (KafkaUser user : users) {
            if (!names.add(user.name())) {
                throw new IllegalArgumentException("duplicate user " + user.name());
            }
        }
    }

    /** Whether others than this machine may be let in. */
    public boolean isGuarded() {
        return tls.isPresent() || !users.isEmpty();
    }
}
