// SPDX-License-Identifier: Apache-2.0
package dev.baton.packaging;

import static dev.baton.packaging.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The Containerfile, as far as it can be told without building it: what it copies is what the build makes, at the places
 * that it names, and the manifests mean the same node.
 */
class ContainerfileIT {
    private static final Path ROOT = Path.of("..");
    private static final String VERSION = version();

    private final List<String> instructions = read();

    private static String version() {
        return first(text(Path.of("pom.xml")), "<version>([^<]+)</version>").group(1);
    }

    /** One line for each instruction, without comments, with the version in it. */
    private static List<String> read() {
        String joined = text(Path.of("container", "Containerfile"))
                .replaceAll("(?m)^#.*\\n", "")
                .replaceAll("\\\\\\n\\s*", "");
        return joined.lines()
                .filter(it -> !it.isBlank())
                .map(it -> it.replace("${VERSION}", VERSION))
                .toList();
    }

    private String one(String keyword) {
        List<String> found = instructions.stream()
                .filter(it -> it.startsWith(keyword + " "))
                .map(it -> it.substring(keyword.length() + 1))
                .toList();
        assertThat(found).as(keyword).hasSize(1);
        return found.get(0);
    }

    private String run(String part) {
        return instructions.stream()
                .filter(it -> it.startsWith("RUN ") && it.contains(part))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no RUN has " + part));
    }

    @Test
    void itUnpacksTheDistributionThatTheBuildMakes() throws Exception {
        String[] added = one("ADD").split(" ", -1);
        Path archive = ROOT.resolve(added[0]);
        assertThat(archive).isRegularFile();

        Matcher link = Pattern.compile("ln -s (\\S+) (\\S+)").matcher(run("ln -s"));
        assertThat(link.find()).isTrue();
        assertThat(link.group(1)).startsWith(added[1]);
        String script = link.group(1).substring(added[1].length());

        assertThat(entries(archive))
                .anySatisfy(it -> assertThat(it).startsWith("-rwxr-xr-x").endsWith(" " + script))
                .anySatisfy(it -> assertThat(it).contains("/lib/baton-cli-" + VERSION + ".jar"));
        assertThat(one("ENTRYPOINT")).isEqualTo("[\"" + Path.of(link.group(2)).getFileName() + "\"]");
        assertThat(link.group(2)).startsWith("/usr/local/bin/");
    }

    private static List<String> entries(Path archive) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "tvzf", archive.toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(tar.waitFor()).as("tar: %s", lines).isZero();
        return lines;
    }

    @Test
    void itsJavaIsOneThatBatonRunsOn() {
        int installed = Integer.parseInt(
                first(run("apt-get install"), "openjdk-(\\d+)-jre-headless").group(1));
        int floor = Integer.parseInt(first(text(ROOT.resolve("pom.xml")), "<maven.compiler.release>(\\d+)<")
                .group(1));

        assertThat(installed).isGreaterThanOrEqualTo(floor);
    }

    /** A shell in between would get the TERM, and the node would be killed without handing over. */
    @Test
    void processOneIsTheNode() {
        String script = text(ROOT.resolve("cli/target/baton-" + VERSION + "/baton-" + VERSION + "/bin/baton"));

        assertThat(one("ENTRYPOINT")).startsWith("[");
        assertThat(one("CMD")).isEqualTo("[\"server\", \"-c\", \"/etc/baton/node.yml\"]");
        assertThat(script.strip().replaceAll("\\\\\\n\\s*", "").lines().reduce((one, next) -> next))
                .hasValueSatisfying(
                        last -> assertThat(last).startsWith("exec \"$java\" ").endsWith(" \"$@\""));
    }

    @Test
    void theManifestsMeanTheSameNode() throws IOException {
        String user = first(run("useradd"), "--uid (\\d+)").group(1);
        assertThat(one("USER")).isEqualTo(user);
        try (Stream<Manifest> manifests = KubernetesManifestsTest.manifests()) {
            assertThat(manifests).hasSize(4).allSatisfy(it -> {
                assertThat(at(it.pod(), "securityContext", "runAsUser")).hasToString(user);
                assertThat(at(it.container(), "image")).isEqualTo("baton:" + VERSION);
                assertThat(at(it.container(), "ports", 0, "containerPort")).hasToString(one("EXPOSE"));
                assertThat((List<?>) at(it.container(), "volumeMounts"))
                        .extracting(mount -> at(mount, "mountPath"))
                        .contains("/etc/baton/node.yml", one("VOLUME"));
            });
        }
        assertThat(one("WORKDIR")).isEqualTo(one("VOLUME"));
        assertThat(run("useradd")).contains("--home-dir " + one("VOLUME"));
    }

    private static MatchResult first(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + pattern));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
