// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A call of the API, with everything that its description needs: the OpenAPI document is generated from the routes.
 * Answers have the declared type, and only declared parameters can be read, so nothing is served that is not described.
 *
 * @param role what the caller needs; none if empty
 * @param body the type of the request body
 * @param answer the type of the answer with status 200, unless it is {@code media}
 * @param media the media type of an answer that is not one of our JSON records
 * @param refusals by status, besides those that every call has
 * @param maxBody how many bytes a request may hold
 */
public record Route(
        HandlerType method,
        String path,
        String summary,
        Optional<Role> role,
        Optional<Class<?>> body,
        Optional<Class<?>> answer,
        String media,
        List<Parameter> parameters,
        Map<Integer, String> refusals,
        int maxBody,
        Handler handler) {
    /**
     * A parameter of the query.
     *
     * @param otherwise the default of a number
     * @param most the maximum of a number; 0 for a text
     */
    public record Parameter(String name, String about, Optional<Long> otherwise, long most) {}

    /** Answers a question. */
    @FunctionalInterface
    public interface Query<T> {
        T answer(ApiCall call) throws Exception;
    }

    /** Performs the request in the body. */
    @FunctionalInterface
    public interface Command<B, T> {
        T answer(ApiCall call, B body) throws Exception;
    }

    private static final String JSON = "application/json";
    private static final int MAX_BODY = 16 * 1024;

    /** A call for readers that changes nothing. */
    public static <T> Route get(String path, String summary, Class<T> answer, Query<T> query) {
        return new Route(
                HandlerType.GET,
                path,
                summary,
                Optional.of(Role.READ),
                Optional.empty(),
                Optional.of(answer),
                JSON,
                List.of(),
                Map.of(),
                MAX_BODY,
                call -> call.answer(query.answer(call)));
    }

    /** A call for operators that changes something. */
    public static <B, T> Route post(
            String path, String summary, Class<B> body, Class<T> answer, Command<B, T> command) {
        return new Route(
                HandlerType.POST,
                path,
                summary,
                Optional.of(Role.OPERATE),
                Optional.of(body),
                Optional.of(answer),
                JSON,
                List.of(),
                Map.of(),
                MAX_BODY,
                call -> call.answer(command.answer(call, call.body(body))));
    }

    /** A call for readers with an answer that is not one of our records. */
    public static Route file(String path, String summary, String media, Handler handler) {
        return new Route(
                HandlerType.GET,
                path,
                summary,
                Optional.of(Role.READ),
                Optional.empty(),
                Optional.empty(),
                media,
                List.of(),
                Map.of(),
                MAX_BODY,
                handler);
    }

    /** Returns this route for every caller, with or without a token. */
    public Route open() {
        return new Route(
                method, path, summary, Optional.empty(), body, answer, media, parameters, refusals, maxBody, handler);
    }

    public Route refuses(int status, String why) {
        Map<Integer, String> more = new TreeMap<>(refusals);
        more.put(status, why);
        return new Route(method, path, summary, role, body, answer, media, parameters, more, maxBody, handler);
    }

    /** Returns this route with requests of up to this many bytes. */
    public Route maxBody(int bytes) {
        return new Route(method, path, summary, role, body, answer, media, parameters, refusals, bytes, handler);
    }

    /** Returns this route with a text parameter in the query. */
    public Route text(String name, String about) {
        return with(new Parameter(name, about, Optional.empty(), 0));
    }

    /** Returns this route with a number parameter in the query. */
    public Route number(String name, String about) {
        return with(new Parameter(name, about, Optional.empty(), Long.MAX_VALUE));
    }

    /** Returns this route with a limit on the number of entries: see {@link ApiCall#limit()}. */
    public Route limit(int otherwise, int most) {
        return with(new Parameter("limit", "", Optional.of((long) otherwise), most));
    }

    private Route with(Parameter parameter) {
        List<Parameter> more = new ArrayList<>(parameters);
        more.add(parameter);
        return new Route(method, path, summary, role, body, answer, media, more, refusals, maxBody, handler);
    }

    Parameter parameter(String name) {
        return parameters.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(path + " declares no parameter " + name));
    }
}
