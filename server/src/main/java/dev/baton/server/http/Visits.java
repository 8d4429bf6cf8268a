// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.api.ApiError;
import dev.baton.server.api.ApiException;
import dev.baton.server.cluster.Acquaintances;
import dev.baton.server.cluster.Farewell;
import dev.baton.server.cluster.Introduction;
import dev.baton.server.cluster.Visitor;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;

/** Other nodes say who and where they are, and that they stop. */
final class Visits {
    private final Acquaintances acquaintances;

    Visits(Acquaintances acquaintances) {
        this.acquaintances = acquaintances;
    }

    List<Route> routes() {
        return List.of(Route.post(Visitor.PATH, this::met), Route.post(Visitor.LEAVE, this::left));
    }

    private void left(Call call) {
        acquaintances.left(call.body(Farewell.class));
        call.answer(Map.of());
    }

    /** Only a node sends this node elsewhere; where there are no tokens, nowhere but to this host. */
    private void met(Call call) {
        Introduction said = call.body(Introduction.class);
        if (!call.caller().node() && !isHere(said.admin())) {
            throw new ApiException(ApiError.FORBIDDEN, "only a node introduces itself");
        }
        call.answer(acquaintances.met(said));
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
