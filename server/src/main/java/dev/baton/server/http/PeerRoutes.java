// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ListResponses;
import dev.baton.admin.PeerGoodbye;
import dev.baton.admin.PeerHello;
import dev.baton.server.cluster.KnownPeers;
import dev.baton.server.cluster.PeerAnnouncer;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;

/** The calls by which other nodes announce themselves, and report that they stop. */
final class PeerRoutes {
    private final KnownPeers known;

    PeerRoutes(KnownPeers known) {
        this.known = known;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                        PeerAnnouncer.HELLO,
                        "Announce another node to this one, and get all it knows",
                        PeerHello.class,
                        ListResponses.Peers.class,
                        this::hello),
                Route.post(
                        PeerAnnouncer.GOODBYE,
                        "Announce that a node stops, so that it is no longer expected",
                        PeerGoodbye.class,
                        ListResponses.Done.class,
                        (call, said) -> {
                            known.left(said);
                            return new ListResponses.Done();
                        }));
    }

    /** Only another node may give addresses to this node; without tokens, only addresses of this host count. */
    private ListResponses.Peers hello(ApiCall call, PeerHello said) {
        if (!call.isFromNode() && !isHere(said.admin())) {
            throw new ApiException(ApiError.FORBIDDEN, "only a node may do this");
        }
        return known.met(said);
    }

    private static boolean isHere(String url) {
        try {
            String host = URI.create(url).getHost();
            return host.matches("[0-9.]+|\\[[0-9a-fA-F:]+]|localhost")
                    && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
