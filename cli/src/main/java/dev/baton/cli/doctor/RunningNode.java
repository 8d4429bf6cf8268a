// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ServerOptions;
import dev.baton.server.NodeConfig;
import dev.baton.server.http.AdminSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether the node with some configuration runs on this machine: its admin API is asked, where it would listen. */
final class RunningNode {
    private final ServerOptions server;
    private final CliEnvironment environment;

    RunningNode(ServerOptions server, CliEnvironment environment) {
        this.server = server;
        this.environment = environment;
    }

    boolean answers(NodeConfig config) {
        return config.admin().flatMap(RunningNode::address).filter(this::isUp).isPresent();
    }

    private boolean isUp(String address) {
        try {
            return server.connect(environment, address)
                    .get("/health/live")
                    .path("status")
                    .asText()
                    .equals("up");
        } catch (CommandFailure away) {
            return false;
        }
    }

    private static Optional<String> address(AdminSettings admin) {
        InetAddress host = admin.bind().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : admin.bind();
        String name = host.getHostAddress();
        String scheme = admin.tls().isPresent() ? "https://" : "http://";
        return port(admin).map(port -> scheme + (name.contains(":") ? "[" + name + "]" : name) + ":" + port);
    }

    private static Optional<String> port(AdminSettings admin) {
        if (admin.port() != 0) {
            return Optional.of(Integer.toString(admin.port()));
        }
        return admin.portFile().map(Path::of).flatMap(file -> {
            try {
                return Optional.of(Files.readString(file).strip()).filter(it -> it.matches("[0-9]{1,5}"));
            } catch (IOException none) {
                return Optional.empty();
            }
        });
    }
}
