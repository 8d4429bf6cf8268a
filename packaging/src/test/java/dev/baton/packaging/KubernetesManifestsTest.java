// SPDX-License-Identifier: Apache-2.0
package dev.baton.packaging;

import static dev.baton.packaging.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.NodeConfig;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests, as far as they can be tried without a cluster: a node of each pod reads its configuration. */
class KubernetesManifestsTest {
    private static final Path FOLDER = Path.of("kubernetes");
    private static final Pattern SECRET = Pattern.compile("/etc/baton/secrets/([\\w.-]+)");
    private static final int MAX_STOP_SECONDS = 30;

    @TempDir
    private static Path secrets;

    private static TestKeys keys;

    @BeforeAll
    static void makeKeys() {
        keys = TestKeys.make(secrets, "members", "dns:baton-0.baton");
    }

    static Stream<Manifest> manifests() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files
                    .sorted()
                    .map(file -> {
                        try {
                            return Manifest.read(file);
                        } catch (IOException unreadable) {
                            throw new AssertionError(unreadable);
                        }
                    })
                    .toList()
                    .stream();
        }
    }

    @Test
    void thereIsOneForEachElectorThatNeedsSeveralNodes() throws IOException {
        assertThat(manifests().map(Manifest::name)).containsExactly("bully", "raft", "registry", "sql");
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void everyNodeReadsItsConfiguration(Manifest manifest) throws IOException {
        for (int i = 0; i < 3; i++) {
            Map<String, String> variables = new HashMap<>(manifest.environment("baton-" + i, "127.0.0." + (i + 1)));
            startScript(manifest, i == 0 ? "baton-0" : "").forEach(variables::putIfAbsent);

            NodeConfig config = NodeConfig.parse(withSecrets(manifest.nodeFile()), variables);

            assertThat(config.warnings()).isEmpty();
            assertThat(config.electorType()).isEqualTo(manifest.name());
            assertThat(config.id().value()).isEqualTo("baton-" + i);
            assertThat(config.admin()).isPresent();
        }
    }

    /** What the command of the container sets, for the node that forms the cluster and for the others. */
    private static Map<String, String> startScript(Manifest manifest, String forming) {
        if (!manifest.container().containsKey("args")) {
            return Map.of();
        }
        String script = (String) at(manifest.container(), "args", 0);
        List<MatchResult> exports = Pattern.compile("export (\\w+)=([^;\\s]+)")
                .matcher(script)
                .results()
                .toList();
        assertThat(exports).hasSize(2);
        MatchResult export = exports.get(forming.isEmpty() ? 1 : 0);
        return Map.of(export.group(1), export.group(2));
    }

    /** Secrets that are there, in place of those of the cluster. */
    private static String withSecrets(String yaml) throws IOException {
        String readable = yaml.replace(
                        "/etc/baton/secrets/raft.pem", keys.certificate().toString())
                .replace("/etc/baton/secrets/raft.key", keys.key().toString());
        for (String name : names(readable)) {
            Path file = Files.writeString(secrets.resolve(name), "a-secret-of-some-length-" + name);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            readable = readable.replace("/etc/baton/secrets/" + name, file.toString());
        }
        return readable;
    }

    private static Set<String> names(String text) {
        Set<String> names = new TreeSet<>();
        SECRET.matcher(text).results().forEach(it -> names.add(it.group(1)));
        return names;
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void everySecretThatIsUsedIsAmongThoseToBeMade(Manifest manifest) throws IOException {
        String file = Files.readString(FOLDER.resolve(manifest.name() + ".yml"));
        Set<String> made = new TreeSet<>();
        Pattern.compile("--from-file=([\\w.-]+)").matcher(file).results().forEach(it -> made.add(it.group(1)));

        assertThat(names(file)).isEqualTo(made);
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void probesAskForHealthAndTheNodeHandsOverBeforeItEnds(Manifest manifest) {
        Map<?, ?> container = manifest.container();

        assertThat(at(container, "livenessProbe", "httpGet", "path")).isEqualTo("/health/live");
        assertThat(at(container, "readinessProbe", "httpGet", "path")).isEqualTo("/health/ready");
        assertThat(at(container, "livenessProbe", "httpGet", "port")).isEqualTo(at(container, "ports", 0, "name"));
        assertThat((Integer) at(manifest.pod(), "terminationGracePeriodSeconds"))
                .isGreaterThan(MAX_STOP_SECONDS);
        String handOver = (String) at(container, "lifecycle", "preStop", "exec", "command", 2);
        String election = (String) at(Manifest.parse(manifest.nodeFile()), "elections", 0, "name");
        assertThat(handOver).contains("baton eligible " + election + " \"$POD_NAME\" no --yes");
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void whatIsNamedIsThere(Manifest manifest) {
        Set<Object> volumes = new TreeSet<>();
        ((List<?>) at(manifest.pod(), "volumes")).forEach(it -> volumes.add(at(it, "name")));
        Object claims = ((Map<?, ?>) at(manifest.one("StatefulSet"), "spec")).get("volumeClaimTemplates");
        if (claims != null) {
            ((List<?>) claims).forEach(it -> volumes.add(at(it, "metadata", "name")));
        }

        assertThat(((List<?>) at(manifest.container(), "volumeMounts")).stream().map(it -> at(it, "name")))
                .allMatch(volumes::contains);
        assertThat(at(manifest.one("StatefulSet"), "spec", "serviceName"))
                .isEqualTo(at(manifest.one("Service"), "metadata", "name"));
        assertThat(at(manifest.one("StatefulSet"), "spec", "selector", "matchLabels"))
                .isEqualTo(at(manifest.one("StatefulSet"), "spec", "template", "metadata", "labels"))
                .isEqualTo(at(manifest.one("Service"), "spec", "selector"));
        assertThat(at(manifest.pod(), "volumes", 0, "configMap", "name"))
                .isEqualTo(at(manifest.one("ConfigMap"), "metadata", "name"));
    }
}
