// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.FakeNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nodes without a database need of their machine is looked at before they are started. */
class DoctorNodeTest {
    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void makeAFile() throws IOException {
        // Root may make a folder anywhere, but not in a file.
        file = Files.writeString(folder.resolve("file"), "").toString();
    }

    private String doctor(int exit, String elector) throws IOException {
        Path config = Files.writeString(folder.resolve("node.yml"), elector + "admin: {port: 0}\n");
        CommandLab lab = new CommandLab();
        assertThat(lab.run("doctor", "-c", config.toString())).as(lab.out()).isEqualTo(exit);
        return lab.out();
    }

    private static String registry(int port, String state) {
        return "elector: {type: registry, registry: {bind_port: %d, state_file: '%s'}}\n".formatted(port, state);
    }

    private static String bully(int port, String state, String more) {
        return "elector: {type: bully, bully: {user: cluster_user, password: cluster_pass, bind: '127.0.0.1:%d', state_folder: '%s'%s}}\n"
                .formatted(port, state, more);
    }

    @Test
    void aFolderThatTheStartWouldMakeIsFine() throws IOException {
        assertThat(doctor(0, registry(0, folder + "/no/such/r1.state"))).contains("/no/such can be made");
        assertThat(doctor(0, bully(free(), folder + "/none/b1", ""))).contains("/none/b1 can be made");
        assertThat(doctor(0, registry(0, folder + "/r1.state"))).contains(folder + " can be written");
    }

    @Test
    void aFolderThatCannotBeMadeIsTold() throws IOException {
        assertThat(doctor(1, registry(0, file + "/no/r1.state")))
                .contains("FAIL  disk", "cannot be created in " + file);
        assertThat(doctor(1, bully(free(), file + "/b1", ""))).contains("FAIL  disk", "cannot be created in " + file);
        assertThat(doctor(1, bully(free(), file, ""))).contains("FAIL  disk", file + " cannot be written");
    }

    @Test
    void aPortThatIsTakenIsTold() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            String commands = "commands: {enabled: true, anonymous: true, port: %d}\n".formatted(port);

            assertThat(doctor(1, registry(port, folder + "/r1.state"))).contains("set the port of elector.registry");
            assertThat(doctor(1, bully(port, folder + "/b1", ""))).contains("set the port of elector.bully");
            assertThat(doctor(1, commands)).contains("set commands.port");
        }
    }

    @Test
    void thePortsOfTheNodeItselfMayBeTaken() throws IOException {
        try (FakeNode running = new FakeNode().on("/health/live", 200, "{\"status\":\"up\"}");
                ServerSocket commands = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path config = Files.writeString(folder.resolve("node.yml"), """
                    admin: {port: %d}
                    commands: {enabled: true, anonymous: true, port: %d}
                    """.formatted(
                            URI.create(running.url()).getPort(), commands.getLocalPort()));
            CommandLab lab = new CommandLab();

            assertThat(lab.run("doctor", "-c", config.toString())).as(lab.out()).isZero();
            assertThat(lab.out()).contains("in use, and this node is running").doesNotContain("FAIL");
        }
    }

    @Test
    void aWitnessThatDoesNotAnswerIsTold() throws IOException {
        String away = ", witness: {url: 'jdbc:postgresql://127.0.0.1:%d/none'}".formatted(free());
        String here = ", witness: {url: 'jdbc:h2:mem:%s', user: sa}".formatted(folder.getFileName());

        assertThat(doctor(1, bully(free(), folder + "/b1", away))).contains("FAIL  witness");
        assertThat(doctor(0, bully(free(), folder + "/b1", here))).contains("witness: H2 answers");
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
