// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.api.ApiError;
import dev.baton.server.api.ApiException;
import dev.baton.server.api.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One request, with what is read from it checked. */
final class Call {
    static final String JSON = "application/json; charset=utf-8";

    private static final int LARGEST_BODY = 16 * 1024;
    private static final int MOST_DIGITS = 18;

    private final Context context;

    Call(Context context) {
        this.context = context;
    }

    Context context() {
        return context;
    }

    /** Who calls; set by the guard before any handler runs. */
    Caller caller() {
        Caller caller = context.attribute(Caller.class.getName());
        if (caller == null) {
            throw new ApiException(ApiError.UNAUTHENTICATED, "a token is needed");
        }
        return caller;
    }

    String path(String name) {
        return context.pathParam(name);
    }

    Optional<String> query(String name) {
        List<String> values = context.queryParams(name);
        if (values.size() > 1) {
            throw new ApiException(ApiError.BAD_REQUEST, "duplicate parameter " + name);
        }
        return values.stream().findFirst();
    }

    /** A number of at most {@code most}; asking for more is an error, not a wish. */
    int limit(int otherwise, int most) {
        long limit = number("limit").orElse((long) otherwise);
        if (limit < 1 || limit > most) {
            throw new ApiException(ApiError.BAD_REQUEST, "limit must be from 1 to " + most);
        }
        return (int) limit;
    }

    Optional<Long> number(String name) {
        return query(name).map(text -> {
            if (!text.matches("\\d{1," + MOST_DIGITS + "}")) {
                throw new ApiException(ApiError.BAD_REQUEST, name + " is not a number");
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
            byte[] body = context.req().getInputStream().readNBytes(LARGEST_BODY + 1);
            if (body.length > LARGEST_BODY) {
                throw new ApiException(ApiError.TOO_LARGE, "the body is larger than " + LARGEST_BODY + " bytes");
            }
            T read = Json.read(body, type);
            if (read != null) {
                return read;
            }
        } catch (IOException unreadable) {
            // Said below.
        }
        throw new ApiException(ApiError.BAD_REQUEST, "the body is not what this call takes");
    }

    void answer(Object value) {
        json(context, 200, value);
    }

    static void json(Context context, int status, Object value) {
        context.status(status).contentType(JSON).result(Json.write(value));
    }

    static void fail(Context context, ApiError error, String message) {
        context.status(error.status()).contentType(JSON).result(error(error, message));
    }

    /** An error that has no more to say than its name. */
    static String error(ApiError error) {
        return error(error, error.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    private static String error(ApiError error, String message) {
        return Json.write(Map.of("error", Map.of("code", error.name(), "message", message)));
    }
}
