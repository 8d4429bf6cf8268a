// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An HTTP client that sends what no proper client would. */
public final class RawHttp {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final int port;
    private final List<String> always;

    public RawHttp(int port, String... always) {
        this.port = port;
        this.always = List.of(always);
    }

    /** The same, with a token. */
    public RawHttp as(String token) {
        return new RawHttp(port, "Authorization: Bearer " + token);
    }

    /** An answer. */
    public record Answer(int status, List<String> head, String body) {
        public Optional<String> header(String name) {
            return head.stream()
                    .filter(it -> it.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(it -> it.substring(name.length() + 1).strip())
                    .findFirst();
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException broken) {
                throw new UncheckedIOException(body, broken);
            }
        }

        public String code() {
            return json().path("error").path("code").asText();
        }
    }

    public Answer get(String path, String... headers) {
        return send("GET", path, "", headers);
    }

    public Answer post(String path, String json) {
        return send("POST", path, json, "Content-Type: application/json");
    }

    public Answer send(String method, String path, String body, String... headers) {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        if (Arrays.stream(headers).noneMatch(it -> it.startsWith("Host:"))) {
            request.append("Host: localhost:").append(port).append("\r\n");
        }
        always.forEach(it -> request.append(it).append("\r\n"));
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        if (!body.isEmpty()) {
            request.append("Content-Length: ")
                    .append(body.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n");
        }
        return raw(request + "Connection: close\r\n\r\n" + body);
    }

    /** Sends a text as it is; the answer is what comes until the other side closes. */
    public Answer raw(String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.UTF_8));
            out.flush();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            try {
                socket.getInputStream().transferTo(answer);
            } catch (IOException reset) {
                // What came before counts.
            }
            return parse(answer.toString(StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Answer parse(String text) {
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new AssertionError("no answer: " + text);
        }
        List<String> head = List.of(text.substring(0, end).split("\r\n"));
        return new Answer(
                Integer.parseInt(head.get(0).split(" ")[1]), head.subList(1, head.size()), text.substring(end + 4));
    }
}
