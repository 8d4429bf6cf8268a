// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import io.javalin.http.HandlerType;
import java.util.Optional;

/**
 * A call that the API takes.
 *
 * @param role what the caller needs; nobody is asked where it is empty
 */
record Route(HandlerType method, String path, Optional<Role> role, Handler handler) {
    static Route open(String path, Handler handler) {
        return new Route(HandlerType.GET, path, Optional.empty(), handler);
    }

    static Route get(String path, Handler handler) {
        return new Route(HandlerType.GET, path, Optional.of(Role.READ), handler);
    }

    static Route post(String path, Handler handler) {
        return new Route(HandlerType.POST, path, Optional.of(Role.OPERATE), handler);
    }
}
