// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.GroupClient;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A group as a process sees it that is not one of its members, and knows some of their addresses. */
public final class RemoteGroup implements GroupClient {
    private final Timer timer = new Timer("baton-raft-client-timer");
    private final PeerCalls peers;
    private final LeaderClient client;

    private RemoteGroup(Collection<String> addresses, Optional<MemberTls> tls) {
        peers = new PeerCalls(tls);
        client = new LeaderClient(peers, new RemoteDirectory(addresses), timer);
    }

    /**
     * @param addresses host and port of members, at least one of which is reached when it matters
     * @param tls as the members have it
     */
    public static RemoteGroup at(Collection<String> addresses, Optional<MemberTls> tls) {
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("no address of a member of the group");
        }
        return new RemoteGroup(addresses, tls);
    }

    @Override
    public CompletableFuture<byte[]> call(String part, byte[] request, Duration within) {
        return client.call(part, request, within);
    }

    @Override
    public void close() {
        client.close();
        peers.close();
        timer.close();
    }
}
