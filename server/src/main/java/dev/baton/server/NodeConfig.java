// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.ConfigurationException;
import dev.baton.NodeId;
import dev.baton.server.config.ConfigPrinter;
import dev.baton.server.config.ConfigText;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.LogSafe;
import dev.baton.server.config.Problems;
import dev.baton.server.doctor.Check;
import dev.baton.server.doctor.Checks;
import dev.baton.server.elector.ElectorSection;
import dev.baton.server.elector.ElectorSections;
import dev.baton.server.http.AdminSettings;
import dev.baton.server.http.AdminTls;
import dev.baton.server.log.LogFormat;
import dev.baton.server.log.LogLevel;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.NodePlan;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The configuration of a node, read before it starts.
 *
 * @param parts what the node does besides standing in elections
 * @param admin empty where there is no admin API
 * @param warnings what a user should know, and that does not stop the node
 */
public record NodeConfig(
        NodePlan plan,
        String electorType,
        ElectorSection.Chosen elector,
        List<ConfiguredPart> parts,
        Optional<AdminSettings> admin,
        LogFormat logFormat,
        LogLevel logLevel,
        List<String> warnings,
        EffectiveConfig values) {

    /**
     * Reads a file, if there is one, and the environment, which wins.
     *
     * @throws ConfigurationException naming every problem with the line or variable that it is in
     */
    public static NodeConfig read(Optional<Path> file, Map<String, String> environment) {
        Problems problems = new Problems();
        Optional<ConfigText> text = file.flatMap(path -> ConfigText.read(path, problems));
        problems.check();
        return of(text, environment, problems);
    }

    /** Reads a text in place of a file. */
    public static NodeConfig parse(String yaml, Map<String, String> environment) {
        return of(Optional.of(ConfigText.of("node.yml", yaml)), environment, new Problems());
    }

    private static NodeConfig of(Optional<ConfigText> text, Map<String, String> environment, Problems problems) {
        EffectiveConfig values = EffectiveConfig.read(NodeKeys.all(), text, environment, problems);
        text.ifPresent(it -> it.warnOfSecrets(values, problems));
        NodeId id = values.get(NodeKeys.ID);
        String cluster = values.get(NodeKeys.CLUSTER);
        String type = values.get(NodeKeys.ELECTOR);
        Optional<ElectorSection> section = ElectorSections.find(type);
        if (section.isEmpty()) {
            String known =
                    ElectorSections.ALL.stream().map(ElectorSection::type).collect(Collectors.joining(", "));
            problems.add(values.origin(NodeKeys.ELECTOR), LogSafe.of(type) + " is not one of " + known);
        }
        ElectorSection.Chosen elector = section.map(
                        it -> it.read(values, new ElectorSection.Identity(id.value(), cluster), problems))
                .orElse(ElectorSections.UNUSABLE);
        NodePlan plan = new NodePlan(
                id,
                cluster,
                values.get(NodeKeys.ZONE),
                values.get(NodeKeys.WEIGHT),
                ElectionKeys.readAll(values, elector, problems),
                values.get(NodeKeys.STOP_TIMEOUT),
                elector.sql(),
                elector.groupMember());
        List<ConfiguredPart> parts = NodeParts.ALL.stream()
                .map(part -> part.read(values, plan, problems))
                .toList();
        Optional<AdminSettings> admin =
                values.get(NodeKeys.ADMIN) ? AdminKeys.read(values, problems) : Optional.empty();
        problems.check();
        return new NodeConfig(
                plan,
                type,
                elector,
                parts,
                admin,
                values.get(NodeKeys.LOG_FORMAT),
                values.get(NodeKeys.LOG_LEVEL),
                problems.warnings(),
                values);
    }

    public NodeId id() {
        return plan.id();
    }

    /** What can be looked at before the node is started. */
    public List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        admin.ifPresent(it -> {
            checks.add(Checks.port(
                    new InetSocketAddress(it.bind(), it.port()),
                    "admin.port",
                    it.tls().flatMap(AdminTls::shown)));
            it.portFile().ifPresent(file -> checks.add(Checks.file(Path.of(file))));
            it.tls().ifPresent(files -> {
                checks.add(Checks.keys(files));
                checks.addAll(Checks.validity(files));
            });
            checks.addAll(Checks.peers(it.peers(), it.tls()));
        });
        parts.forEach(part -> checks.addAll(part.checks()));
        checks.addAll(Checks.needs(elector.needs(), electorType));
        return checks;
    }

    /** What holds, as YAML, with secrets hidden. */
    public String print() {
        return ConfigPrinter.of(values);
    }

    @Override
    public String toString() {
        return "configuration of " + id();
    }
}
