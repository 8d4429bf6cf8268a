// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Rules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The {@code cluster} section of a Ghoti configuration file, as it is: {@code node}, {@code bind}, {@code user},
 * {@code pass} and {@code manager} with {@code type}, {@code addr} and {@code join}. The caller has read the YAML; what
 * comes in here are its maps and values.
 */
final class SeedConfiguration {
    private static final Set<String> KEYS = Set.of("node", "bind", "user", "pass", "manager");
    private static final Set<String> MANAGER_KEYS = Set.of("type", "addr", "join");
    private static final String ONLY_TYPE = "join_server";
    /** The longest node id that a Ghoti file may have. */
    private static final int LONGEST_NODE = 20;

    private SeedConfiguration() {}

    static BullyConfiguration.Builder read(Map<?, ?> cluster, Path state) {
        Map<?, ?> manager = cluster.get("manager") instanceof Map<?, ?> section ? section : Map.of();
        String node = text(cluster, "node");
        String type = text(manager, "type");
        String addr = text(manager, "addr");
        Rules.of("cluster")
                .require(unknown(cluster, KEYS).isEmpty(), "unknown keys %s", unknown(cluster, KEYS))
                .require(
                        unknown(manager, MANAGER_KEYS).isEmpty(),
                        "unknown keys %s in manager",
                        unknown(manager, MANAGER_KEYS))
                .require(
                        !node.isEmpty() && node.length() <= LONGEST_NODE,
                        "node must have 1 to %s characters",
                        LONGEST_NODE)
                .require(type.equals(ONLY_TYPE), "manager.type must be %s", ONLY_TYPE)
                .require(!addr.isEmpty(), "manager.addr is missing")
                .require(
                        text(cluster, "user").length() >= Credentials.SHORTEST,
                        "user needs at least %s characters",
                        Credentials.SHORTEST)
                .require(
                        text(cluster, "pass").length() >= Credentials.SHORTEST,
                        "pass needs at least %s characters",
                        Credentials.SHORTEST)
                .check();
        Address listen = Address.parse(addr);
        String join = text(manager, "join");
        BullyConfiguration.Builder builder = BullyConfiguration.of(
                        node, new Credentials(text(cluster, "user"), text(cluster, "pass")))
                .listen(listen.bareHost(), listen.port())
                .advertised(listen)
                .state(state);
        return join.isEmpty() ? builder.form() : builder.join(addresses(join));
    }

    /** One address, as in the seed, or several with commas between them. */
    private static List<Address> addresses(String join) {
        List<Address> addresses = new ArrayList<>();
        for (String each : join.split(",", -1)) {
            addresses.add(Address.parse(each.trim()));
        }
        return addresses;
    }

    private static String text(Map<?, ?> section, String key) {
        @Nullable Object value = section.get(key);
        return value == null ? "" : String.valueOf(value);
    }

    private static Set<String> unknown(Map<?, ?> section, Set<String> known) {
        Set<String> unknown = new TreeSet<>();
        section.keySet().forEach(key -> unknown.add(String.valueOf(key)));
        unknown.removeAll(known);
        return unknown;
    }
}
