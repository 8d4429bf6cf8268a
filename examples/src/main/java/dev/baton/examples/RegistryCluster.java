// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Duty;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistryElector;
import dev.baton.registry.RegistryName;
import dev.baton.registry.RegistrySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A cluster that needs nothing but a network. It has one voter here; of three, any one may go. */
public final class RegistryCluster {
    private RegistryCluster() {}

    public static void main(String[] arguments) throws Exception {
        int port = freePort();
        Path state = Files.createTempDirectory("registry").resolve("node-1.state"); // what a voter must not forget
        RegistryConfiguration registry = RegistryConfiguration.of("orders", state)
                .settings(RegistrySettings.majorityOf(1)) // the voters of the whole cluster
                .bind("127.0.0.1", port)
                .hosts(List.of("127.0.0.1:" + port)) // where to look for the others
                .build();
        CountDownLatch led = new CountDownLatch(1);

        try (Baton baton = Baton.node("node-1").start(RegistryElector.with(registry))) {
            Duty duty = Duty.every("hourly", Duration.ofHours(1), leadership -> {
                System.out.println("leads under epoch " + leadership.epoch());
                led.countDown();
            });
            baton.stand("coordinator").duty(duty).start();
            led.await();

            RegistryElector names = baton.elector(RegistryElector.class);
            RegistryName printer = RegistryName.of("printer");
            names.register(printer).get();
            System.out.println("printer is at "
                    + names.whereIs(printer).orElseThrow().owner().id());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
