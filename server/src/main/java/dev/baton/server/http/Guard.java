// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.security.FailureThrottle;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Checks every call: is it meant for this node, who is the caller, and is it allowed? */
final class Guard {
    private final AllowedHosts hosts;
    private final FailureThrottle badTokens;
    private volatile AccessControl access;

    Guard(AllowedHosts hosts, AccessControl access, FailureThrottle badTokens) {
        this.hosts = hosts;
        this.access = access;
        this.badTokens = badTokens;
    }

    /** Applies changed tokens. */
    void use(AccessControl changed) {
        this.access = changed;
    }

    /** Checks every request, whatever it is for. */
    void admit(Context context) {
        headers(context);
        // Javalin would take the method from it, and so change state by a GET that a link or an image can send.
        if (context.header(Header.X_HTTP_METHOD_OVERRIDE) != null) {
            throw new ApiException(ApiError.BAD_REQUEST, Header.X_HTTP_METHOD_OVERRIDE + " is not supported");
        }
        String host = one(context, "Host").orElse("");
        if (!hosts.allows(host)) {
            throw new ApiException(
                    ApiError.HOST_NOT_ALLOWED, "unknown Host header; add the name to admin.allowed_hosts");
        }
        Optional<String> origin = one(context, "Origin");
        boolean reads =
                context.method().equals(HandlerType.GET) || context.method().equals(HandlerType.HEAD);
        if (origin.isPresent() && !hosts.allowsOrigin(origin.get(), host)) {
            throw new ApiException(ApiError.BAD_ORIGIN, "pages of other origins may not call this node");
        }
        if (!reads && "cross-site".equals(context.header("Sec-Fetch-Site"))) {
            throw new ApiException(ApiError.BAD_ORIGIN, "pages of other sites may not call this node");
        }
    }

    private static void headers(Context context) {
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Referrer-Policy", "no-referrer");
        context.header("Cache-Control", "no-store");
        context.header("Cross-Origin-Resource-Policy", "same-origin");
    }

    private static Optional<String> one(Context context, String header) {
        List<String> values = Collections.list(context.req().getHeaders(header));
        if (values.size() > 1) {
            throw new ApiException(ApiError.BAD_REQUEST, "duplicate header " + header);
        }
        return values.stream().findFirst();
    }

    /** Returns the caller, who must have the role {@code needed}. */
    Caller authorize(Context context, Role needed) {
        String address = context.ip();
        if (badTokens.attempt(address).isEmpty()) {
            throw new ApiException(ApiError.TOO_MANY_REQUESTS, "too many bad tokens; try again later");
        }
        Optional<String> authorization = one(context, "Authorization");
        Optional<Caller> caller = access.caller(authorization);
        if (caller.isEmpty()) {
            context.header("WWW-Authenticate", "Bearer");
            if (authorization.isEmpty()) {
                throw new ApiException(ApiError.UNAUTHENTICATED, "a token is needed: Authorization: Bearer TOKEN");
            }
            badTokens.failed(address, Duration.ZERO);
            throw new ApiException(ApiError.UNAUTHENTICATED, "this token is not valid");
        }
        if (!caller.get().role().includes(needed)) {
            throw new ApiException(ApiError.FORBIDDEN, "the token's role does not allow this");
        }
        return caller.get();
    }
}
