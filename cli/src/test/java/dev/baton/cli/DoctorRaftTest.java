// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a member of a Raft group needs is looked at before it is started. */
class DoctorRaftTest {
    @TempDir
    private Path folder;

    private String doctor(int exit, int port, int other, Path state, String more) throws IOException {
        Path config = Files.writeString(folder.resolve("node.yml"), """
                node: {id: a}
                elector:
                  type: raft
                  raft:
                    bind: "127.0.0.1:%1$d"
                    bootstrap: ["a=127.0.0.1:%1$d", "b=127.0.0.1:%2$d"]
                    state_folder: '%3$s'
                %4$s
                admin: {port: 0}
                """.formatted(port, other, state, more));
        CommandLab lab = new CommandLab();
        assertThat(lab.run("doctor", "-c", config.toString()))
                .as(lab.out() + lab.err())
                .isEqualTo(exit);
        return lab.out();
    }

    private String tls(int exit, TestKeys keys) throws IOException {
        return tls(exit, keys, keys);
    }

    private String tls(int exit, TestKeys keys, TestKeys trusted) throws IOException {
        return doctor(
                exit,
                FreePorts.take(),
                FreePorts.take(),
                folder.resolve("a"),
                "    tls: {certificate: '%s', key: '%s', trusted: '%s'}"
                        .formatted(keys.certificate(), keys.key(), trusted.certificate()));
    }

    @Test
    void theFolderThePortAndTheOtherMembersAreLookedAt() throws IOException {
        try (ServerSocket there = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int other = there.getLocalPort();
            assertThat(doctor(0, FreePorts.take(), other, folder.resolve("a"), ""))
                    .contains("/a can be made", "is free", "127.0.0.1:" + other + " can be reached");
            assertThat(doctor(1, other, FreePorts.take(), folder.resolve("a"), ""))
                    .contains("set the port of elector.raft");
            assertThat(doctor(1, FreePorts.take(), other, folder.resolve("node.yml"), ""))
                    .contains("node.yml cannot be written");
        }
        int away = FreePorts.take();
        assertThat(doctor(0, FreePorts.take(), away, folder.resolve("a"), ""))
                .contains("WARN  members: 127.0.0.1:" + away + " cannot be reached", "start the node there");
    }

    @Test
    void certificatesThatExpireOrNameAnotherHostAreTold() throws IOException {
        TestKeys good = TestKeys.make(folder, "good", "ip:127.0.0.1");
        TestKeys expired = TestKeys.make(folder, "expired", "ip:127.0.0.1", "-40d", 30);
        assertThat(tls(0, good)).contains("OK    tls: elector.raft.tls.certificate is valid until", "names 127.0.0.1");
        assertThat(tls(0, TestKeys.make(folder, "soon", "ip:127.0.0.1", "-25d", 30)))
                .contains("WARN  tls: elector.raft.tls.certificate is valid until");
        assertThat(tls(1, good, expired)).contains("FAIL  tls: elector.raft.tls.trusted expired at");
        assertThat(tls(1, expired)).contains("FAIL  configuration", "CN=expired is valid from");
        assertThat(tls(1, TestKeys.make(folder, "other", "dns:db.example.com,ip:10.0.0.1")))
                .contains("does not name 127.0.0.1, by which other members reach this node");
    }
}
