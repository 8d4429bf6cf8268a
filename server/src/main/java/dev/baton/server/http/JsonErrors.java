// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.ApiError;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers in JSON if the server itself refuses a request before any handler runs; reveals no internals. */
final class JsonErrors extends ErrorHandler {
    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, ApiCall.JSON);
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        String body = ApiCall.failure(ApiError.of(code));
        response.write(true, BufferUtil.toBuffer(body, StandardCharsets.UTF_8), callback);
    }
}
