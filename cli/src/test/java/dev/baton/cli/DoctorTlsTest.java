// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A port is asked by a TLS handshake with the node's own key, and both sides have to accept it. */
class DoctorTlsTest {
    private static final String HERE = "ip:127.0.0.1";

    @TempDir
    private Path folder;

    private TestKeys own;
    private TestKeys others;
    private final int port = FreePorts.take();

    @BeforeEach
    void makeKeys() {
        own = TestKeys.make(folder, "own", HERE);
        others = TestKeys.make(folder, "others", HERE);
    }

    private static BatonServer start(String yaml) {
        return BatonServer.start(NodeConfig.parse(yaml, Map.of()));
    }

    private static String tls(TestKeys shown, Path trusted) {
        return "    tls: {certificate: '%s', key: '%s', trusted: '%s'}"
                .formatted(shown.certificate(), shown.key(), trusted);
    }

    private BatonServer member(String tls) {
        return start("""
                node: {id: b}
                elector:
                  type: raft
                  raft:
                    bind: "127.0.0.1:%1$d"
                    bootstrap: ["b=127.0.0.1:%1$d"]
                    state_folder: '%2$s'
                %3$s
                admin: {enabled: false}
                """.formatted(port, folder.resolve("b"), tls));
    }

    private String doctorOfMember(int exit, String tls) throws IOException {
        return doctor(exit, """
                node: {id: a}
                elector:
                  type: raft
                  raft:
                    bind: "127.0.0.1:%d"
                    join: ["127.0.0.1:%d"]
                    state_folder: '%s'
                %s
                admin: {port: 0}
                """.formatted(FreePorts.take(), port, folder.resolve("a"), tls));
    }

    private String doctor(int exit, String yaml, String... more) throws IOException {
        Path config = Files.writeString(folder.resolve("doctor.yml"), yaml);
        List<String> arguments = new ArrayList<>(List.of("doctor", "-c", config.toString()));
        arguments.addAll(List.of(more));
        CommandLab lab = new CommandLab();
        assertThat(lab.run(arguments.toArray(String[]::new)))
                .as(lab.out() + lab.err())
                .isEqualTo(exit);
        return lab.out();
    }

    private Path both() throws IOException {
        return Files.writeString(
                folder.resolve("both.pem"),
                Files.readString(own.certificate()) + Files.readString(others.certificate()));
    }

    @Test
    void aMemberThatAcceptsThisNodeIsFine() throws IOException {
        try (BatonServer unused = member(tls(others, both()))) {
            assertThat(doctorOfMember(0, tls(own, both())))
                    .contains("OK    members: 127.0.0.1:" + port + " can be reached, and accepts the certificate");
        }
    }

    @Test
    void aMemberThatRefusesThisNodeIsTold() throws IOException {
        try (BatonServer unused = member(tls(others, others.certificate()))) {
            assertThat(doctorOfMember(1, tls(own, both())))
                    .contains("FAIL  members: 127.0.0.1:" + port + " refuses the certificate of this node")
                    .contains("compare elector.raft.tls.certificate and elector.raft.tls.trusted");
        }
    }

    @Test
    void aMemberThatThisNodeRefusesIsTold() throws IOException {
        try (BatonServer unused = member(tls(others, both()))) {
            assertThat(doctorOfMember(1, tls(own, own.certificate())))
                    .contains("FAIL  members: 127.0.0.1:" + port + " shows a certificate that is not trusted here");
        }
    }

    @Test
    void aMemberWithACertificateOfAnotherHostIsTold() throws IOException {
        others = TestKeys.make(folder, "elsewhere", "dns:db.example.com");
        try (BatonServer unused = member(tls(others, both()))) {
            assertThat(doctorOfMember(1, tls(own, both())))
                    .contains("127.0.0.1:" + port + " shows a certificate that does not name 127.0.0.1");
        }
    }

    @Test
    void aMemberWithoutTlsIsTold() throws IOException {
        try (BatonServer unused = member("")) {
            assertThat(doctorOfMember(1, tls(own, both()))).contains("127.0.0.1:" + port + " does not speak TLS");
        }
    }

    @Test
    void aBullyNodeWithAnotherKeyIsTold() throws IOException {
        String bully = """
                node: {id: %s}
                elector:
                  type: bully
                  bully:
                    user: cluster_user
                    password: cluster_pass
                    bind: '127.0.0.1:%d'
                    %s
                    state_folder: '%s'
                    lock_folder: '%s'
                    tls: {keystore: '%s', keystore_password: changeit-please}
                admin: {%s}
                """;
        String first = bully.formatted(
                "b", port, "form: true", folder.resolve("b"), folder, others.keystore(), "enabled: false");
        String join = "join: ['127.0.0.1:" + port + "']";
        int free = FreePorts.take();
        try (BatonServer unused = start(first)) {
            assertThat(doctor(
                            0,
                            bully.formatted(
                                    "a", free, join, folder.resolve("a"), folder, others.keystore(), "port: 0")))
                    .contains("OK    tls: elector.bully.tls.keystore is valid until")
                    .contains("127.0.0.1:" + port + " can be reached, and accepts the certificate of this node");
            assertThat(doctor(
                            1,
                            bully.formatted("a", free, join, folder.resolve("a"), folder, own.keystore(), "port: 0")))
                    .contains("FAIL  members: 127.0.0.1:" + port + " shows a certificate that is not trusted here")
                    .contains("compare elector.bully.tls.keystore of this node");
        }
    }

    @Test
    void theTlsPortsOfARunningNodeShowTheCertificatesOfItsConfiguration() throws IOException {
        int commands = FreePorts.take();
        int kafka = FreePorts.take();
        Path certificate = Files.copy(own.certificate(), folder.resolve("node.pem"));
        Path key = Files.copy(own.key(), folder.resolve("node.key"));
        String yaml = """
                node: {id: b}
                elector:
                  type: raft
                  raft: {bind: "127.0.0.1:%1$d", bootstrap: ["b=127.0.0.1:%1$d"], state_folder: '%2$s',
                    tls: {certificate: '%3$s', key: '%4$s', trusted: '%3$s'}}
                admin: {port: %5$d, tls: {certificate: '%3$s', key: '%4$s'}}
                commands: {enabled: true, anonymous: true, port: %6$d, tls: {certificate: '%3$s', key: '%4$s'}}
                kafka: {enabled: true, port: %7$d, tls: {certificate: '%3$s', key: '%4$s', clients: '%8$s'}}
                """.formatted(
                port, folder.resolve("b"), certificate, key, FreePorts.take(), commands, kafka, others.certificate());
        try (BatonServer unused = start(yaml)) {
            String trusted = own.certificate().toString();
            assertThat(doctor(0, yaml, "--ca-file", trusted, "--timeout", "60s"))
                    .contains(commands + " is in use, and this node is running")
                    .contains(kafka + " is in use, and this node is running")
                    .doesNotContain("FAIL");

            Files.copy(others.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(others.key(), key, StandardCopyOption.REPLACE_EXISTING);
            assertThat(doctor(1, yaml, "--ca-file", trusted, "--timeout", "60s"))
                    .contains("FAIL  tls: 127.0.0.1:" + commands
                            + ", of this running node, shows another certificate than that of this configuration")
                    .contains("127.0.0.1:" + kafka + ", of this running node, shows another certificate")
                    .contains("127.0.0.1:" + port + ", of this running node, shows another certificate");
        }
    }
}
