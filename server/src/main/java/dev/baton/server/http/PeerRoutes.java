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

/** Other nodes say who and where they are, and that they stop. */
final class PeerRoutes {
    private final KnownPeers known;

    PeerRoutes(KnownPeers known) {
        this.known = known;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                        PeerAnnouncer.HELLO,
                        "Tell this node of another, and hear of all that it knows",
                        PeerHello.class,
                        ListResponses.Peers.class,
                        this::hello),
                Route.post(
                        PeerAnnouncer.GOODBYE,
                        "Say that a node stops, so that it is not looked for any more",
                        PeerGoodbye.class,
                        ListResponses.Done.class,
                        (call, said) -> {
                            known.left(said);
                            return new ListResponses.Done();
                        }));
    }

    /** Only a node sends this node elsewhere; where there are no tokens, nowhere but to this host. */
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
