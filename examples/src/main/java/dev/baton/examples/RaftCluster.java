// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.raft.RaftElector;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Three members that need nothing but each other, and a node that is none. Here they share a process. */
public final class RaftCluster {
    private RaftCluster() {}

    public static void main(String[] arguments) throws Exception {
        Path folders = Files.createTempDirectory("raft");
        List<MemberAddress> all = List.of(
                MemberAddress.of("a", "127.0.0.1", freePort()),
                MemberAddress.of("b", "127.0.0.1", freePort()),
                MemberAddress.of("c", "127.0.0.1", freePort()));
        List<Baton> nodes = new ArrayList<>();
        try {
            for (MemberAddress self : all) {
                nodes.add(member(self, folders.resolve(self.node().toString()), all));
            }
            nodes.add(client(all));

            Candidate first = nodes.get(0).stand("nightly").start();
            first.whenLeading().get();
            System.out.println("a leads");
            Candidate second = nodes.get(3).stand("nightly").start();
            first.close();
            second.whenLeading().get();
            System.out.println("x leads");
        } finally {
            for (int last = nodes.size() - 1; last >= 0; last--) {
                nodes.get(last).close();
            }
        }
    }

    private static Baton member(MemberAddress self, Path folder, List<MemberAddress> all) {
        // tag::member[]
        // all: List.of(MemberAddress.of("a", "10.0.0.1", 7500), …), the same list on all first members
        MemberSettings settings = MemberSettings.bootstrap(self, folder, all);
        return Baton.node(self.node().value())
                .start(RaftElector.member(settings).watching(PeerChannel.on(PeerSettings.defaults())));
        // end::member[]
    }

    private static Baton client(List<MemberAddress> all) {
        // tag::client[]
        List<String> addresses =
                all.stream().map(it -> it.host() + ":" + it.port()).toList(); // one that answers is enough
        return Baton.node("x").start(RaftElector.client(addresses));
        // end::client[]
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
