// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.AdminJson;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ListResponses;
import dev.baton.admin.Requester;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One request. Everything that is read from it is validated. */
public final class ApiCall {
    static final String JSON = "application/json; charset=utf-8";

    private static final int MAX_DIGITS = 18;

    private final Route route;
    private final Context context;

    ApiCall(Route route, Context context) {
        this.route = route;
        this.context = context;
    }

    Context context() {
        return context;
    }

    /** The caller; set by the guard before any handler runs. */
    Caller caller() {
        Caller caller = context.attribute(Caller.class.getName());
        if (caller == null) {
            throw new ApiException(ApiError.UNAUTHENTICATED, "a token is needed");
        }
        return caller;
    }

    /** Whether another node calls. */
    public boolean isFromNode() {
        return caller().node();
    }

    /** The requester: the caller, or the one on whose behalf a node forwards the request. */
    public Requester requester() {
        Requester self = new Requester(caller().name(), context.ip(), null);
        return caller().node() ? Requester.read(context::header).orElse(self) : self;
    }

    public String path(String name) {
        return context.pathParam(name);
    }

    public Optional<String> query(String name) {
        List<String> values = context.queryParams(route.parameter(name).name());
        if (values.size() > 1) {
            throw new ApiException(ApiError.BAD_REQUEST, "duplicate parameter " + name);
        }
        return values.stream().findFirst();
    }

    /** The limit, as the route declares it; a larger one is an error. */
    public int limit() {
        Route.Parameter limit = route.parameter("limit");
        long asked = number("limit").or(limit::otherwise).orElse(limit.most());
        if (asked < 1 || asked > limit.most()) {
            throw new ApiException(ApiError.BAD_REQUEST, "limit must be from 1 to " + limit.most());
        }
        return (int) asked;
    }

    public Optional<Long> number(String name) {
        return query(name).map(text -> {
            if (!text.matches("\\d{1," + MAX_DIGITS + "}")) {
                throw new ApiException(ApiError.BAD_REQUEST, name + " is not a number from 0 on");
            }
            return Long.parseLong(text);
        });
    }

    <T> T body(Class<T> type) {
        String contentType = String.valueOf(context.contentType());
        if (!contentType.matches("(?i)application/json(\\s*;.*)?")) {
            throw new ApiException(ApiError.UNSUPPORTED_MEDIA_TYPE, "the body must be application/json");
        }
        try {
            byte[] body = context.req().getInputStream().readNBytes(route.maxBody() + 1);
            if (body.length > route.maxBody()) {
                throw new ApiException(ApiError.TOO_LARGE, "the body is larger than " + route.maxBody() + " bytes");
            }
            T read = AdminJson.read(body, type);
            if (read != null) {
                return read;
            }
        } catch (IOException unreadable) {
            // Said below.
        }
        throw new ApiException(ApiError.BAD_REQUEST, "the body is not what this call takes");
    }

    /** Sends an answer, with status 200 unless the handler has set another. */
    void answer(Object value) {
        context.contentType(JSON).result(AdminJson.write(value));
    }

    static void fail(Context context, ApiError error, String message) {
        context.status(error.status())
                .contentType(JSON)
                .result(AdminJson.write(ListResponses.Failure.of(error, message)));
    }

    /** An error without details. */
    static void fail(Context context, ApiError error) {
        context.status(error.status()).contentType(JSON).result(failure(error));
    }

    static String failure(ApiError error) {
        String message = error.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return AdminJson.write(ListResponses.Failure.of(error, message));
    }
}
