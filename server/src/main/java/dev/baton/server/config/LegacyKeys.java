// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Translates older names that are still accepted. A {@code cluster} section of a bully cluster becomes the keys of the
 * bully elector and the command server; the variables {@code COORDINATOR_*} become keys of the first election.
 */
final class LegacyKeys {
    private static final String SECTION = "cluster.";
    private static final Map<String, String> RENAMED = Map.of(
            "cluster.node", "node.id",
            "cluster.user", "elector.bully.user",
            "cluster.pass", "elector.bully.password",
            "cluster.manager.addr", "elector.bully.bind");
    private static final Map<String, String> VARIABLES = Map.of(
            "COORDINATOR_ELIGIBLE", "BATON_ELECTIONS_0_ELIGIBLE",
            "COORDINATOR_ELECTION_INTERVAL", "BATON_ELECTIONS_0_CHECK_INTERVAL",
            "COORDINATOR_TAKEOVER_DELAY", "BATON_ELECTIONS_0_TAKEOVER_DELAY");

    private LegacyKeys() {}

    static List<ConfigEntry> translate(List<ConfigEntry> entries, Problems problems) {
        boolean users = entries.stream().anyMatch(it -> it.path().startsWith("commands.users"));
        List<ConfigEntry> translated = new ArrayList<>();
        for (ConfigEntry entry : entries) {
            if (!entry.path().startsWith(SECTION) || entry.list()) {
                translated.add(entry);
            } else if (RENAMED.containsKey(entry.path())) {
                translated.add(renamed(entry, RENAMED.get(entry.path())));
            } else {
                translated.addAll(composed(entry, users, problems));
            }
        }
        translated.addAll(admin(entries));
        translated.addAll(form(entries));
        return translated;
    }

    /** The section has no admin API, and is used for many nodes on one host: each takes a free port. */
    private static List<ConfigEntry> admin(List<ConfigEntry> entries) {
        boolean configured = entries.stream().anyMatch(it -> it.path().startsWith("admin."));
        return entries.stream()
                .filter(it -> it.path().startsWith(SECTION) && !configured)
                .findFirst()
                .map(entry -> List.of(said(entry, "admin.port", "0")))
                .orElse(List.of());
    }

    /** In the section, a node without a node to join forms the cluster. */
    private static List<ConfigEntry> form(List<ConfigEntry> entries) {
        boolean joins = entries.stream().anyMatch(it -> it.path().equals("cluster.manager.join"));
        return entries.stream()
                .filter(it -> it.path().equals("cluster.manager.type") && !joins)
                .findFirst()
                .map(entry -> List.of(said(entry, "elector.bully.form", "true")))
                .orElse(List.of());
    }

    private static List<ConfigEntry> composed(ConfigEntry entry, boolean users, Problems problems) {
        String text = entry.values().get(0).text();
        return switch (entry.path()) {
            case "cluster.manager.type" -> {
                if (!text.equals("join_server")) {
                    problems.add(entry.origin(), "cluster.manager.type " + LogSafe.of(text) + " is not join_server");
                }
                yield List.of(said(entry, "elector.type", "bully"));
            }
            case "cluster.manager.join" ->
                List.of(new ConfigEntry(
                        "elector.bully.join",
                        Arrays.stream(text.split(","))
                                .map(String::strip)
                                .map(Scalar::any)
                                .toList(),
                        true,
                        entry.origin()));
            case "cluster.bind" -> commands(entry, text, users);
            default -> List.of(entry);
        };
    }

    /** The address for clients. On loopback the section has no users, and no password is needed. */
    private static List<ConfigEntry> commands(ConfigEntry entry, String address, boolean users) {
        int colon = address.lastIndexOf(':');
        return List.of(
                said(entry, "commands.enabled", "true"),
                said(entry, "commands.anonymous", String.valueOf(!users)),
                said(entry, "commands.bind", colon < 0 ? address : address.substring(0, colon)),
                said(entry, "commands.port", colon < 0 ? "25873" : address.substring(colon + 1)));
    }

    private static ConfigEntry renamed(ConfigEntry entry, String path) {
        return new ConfigEntry(path, entry.values(), false, entry.origin());
    }

    private static ConfigEntry said(ConfigEntry entry, String path, String value) {
        return new ConfigEntry(path, List.of(Scalar.any(value)), false, entry.origin());
    }

    /**
     * Returns the environment with the older names translated; Baton's own variables take precedence. Older times are
     * in milliseconds.
     */
    static Map<String, String> translate(Map<String, String> environment) {
        Map<String, String> translated = new TreeMap<>(environment);
        VARIABLES.forEach((older, name) -> {
            String value = environment.get(older);
            if (value != null) {
                boolean number = value.strip().matches("\\d+");
                translated.putIfAbsent(name, number ? value.strip() + "ms" : value.strip());
            }
        });
        return translated;
    }
}
