// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/** Decodes requests, and refuses one that states its length twice, in two ways. */
final class StrictDecoder extends HttpRequestDecoder {
    StrictDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(HttpLimits.LINE)
                .setMaxHeaderSize(HttpLimits.HEADERS)
                .setValidateHeaders(true)
                .setAllowDuplicateContentLengths(false));
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both Transfer-Encoding and Content-Length");
    }
}
