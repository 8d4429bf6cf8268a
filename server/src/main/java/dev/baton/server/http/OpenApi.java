// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.AdminJson;
import dev.baton.admin.FieldDoc;
import dev.baton.admin.ListResponses;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Describes the API in OpenAPI 3.1, generated from the routes and from the records that they take and return. */
final class OpenApi {
    private static final Pattern IN_PATH = Pattern.compile("[{<](\\w+)[}>]");
    private static final Map<Integer, String> EVERYWHERE = Map.of(421, "this node is not called by that Host");
    private static final Map<Integer, String> WITH_A_ROLE = Map.of(
            401, "no token, or one that is not known",
            403, "the token's role does not allow this, or a page of another origin calls",
            429, "too many bad tokens from this address");
    private static final Map<Integer, String> WITH_A_BODY =
            Map.of(400, "not what this call takes", 413, "the body is too large", 415, "not application/json");

    private final Map<String, Object> schemas = new TreeMap<>();

    static Map<String, Object> document(List<Route> routes) {
        return new OpenApi().describe(routes);
    }

    private Map<String, Object> describe(List<Route> routes) {
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        routes.forEach(
                route -> paths.computeIfAbsent(IN_PATH.matcher(route.path()).replaceAll("{$1}"), it -> new TreeMap<>())
                        .put(route.method().name().toLowerCase(Locale.ROOT), call(route)));
        return object(
                "openapi",
                "3.1.0",
                "info",
                object(
                        "title",
                        "Baton admin API",
                        "version",
                        "1",
                        "description",
                        "Any node answers for the whole cluster. Absent values are left out; instants are UTC with"
                                + " milliseconds.",
                        "license",
                        object("name", "Apache-2.0", "identifier", "Apache-2.0")),
                "security",
                List.of(object("token", List.of())),
                "paths",
                paths,
                "components",
                object(
                        "securitySchemes",
                        object(
                                "token",
                                object(
                                        "type",
                                        "http",
                                        "scheme",
                                        "bearer",
                                        "description",
                                        "x-role says which role a call needs; without configured tokens the API is"
                                                + " open, and on the loopback interface only")),
                        "schemas",
                        schemas));
    }

    private Map<String, Object> call(Route route) {
        Map<String, Object> call = object("summary", route.summary());
        route.role()
                .ifPresentOrElse(
                        role -> call.put("x-role", role.name().toLowerCase(Locale.ROOT)),
                        () -> call.put("security", List.of()));
        List<Object> parameters = new ArrayList<>();
        Matcher inPath = IN_PATH.matcher(route.path());
        while (inPath.find()) {
            parameters.add(object(
                    "name", inPath.group(1), "in", "path", "required", true, "schema", object("type", "string")));
        }
        route.parameters().forEach(it -> parameters.add(parameter(it)));
        if (!parameters.isEmpty()) {
            call.put("parameters", parameters);
        }
        route.body()
                .ifPresent(body -> call.put(
                        "requestBody", object("required", true, "content", content("application/json", schema(body)))));
        Map<String, Object> responses = new TreeMap<>();
        Object answer = route.answer().map(this::schema).orElseGet(() -> object("type", "string"));
        responses.put("200", object("description", "OK", "content", content(route.media(), answer)));
        Map<String, Object> failure = content("application/json", schema(ListResponses.Failure.class));
        refusals(route)
                .forEach((status, why) ->
                        responses.put(String.valueOf(status), object("description", why, "content", failure)));
        call.put("responses", responses);
        return call;
    }

    private static Map<Integer, String> refusals(Route route) {
        Map<Integer, String> all = new TreeMap<>(EVERYWHERE);
        if (!route.parameters().isEmpty()) {
            all.put(400, "a parameter is wrong");
        }
        if (route.role().isPresent()) {
            all.putAll(WITH_A_ROLE);
        }
        if (route.body().isPresent()) {
            all.putAll(WITH_A_BODY);
        }
        all.putAll(route.refusals());
        return all;
    }

    private static Map<String, Object> parameter(Route.Parameter it) {
        Map<String, Object> schema = object("type", it.most() == 0 ? "string" : "integer");
        it.otherwise()
                .ifPresent(
                        otherwise -> schema.putAll(object("minimum", 1, "maximum", it.most(), "default", otherwise)));
        Map<String, Object> parameter = object("name", it.name(), "in", "query", "schema", schema);
        if (!it.about().isEmpty()) {
            parameter.put("description", it.about());
        }
        return parameter;
    }

    private static Map<String, Object> content(String media, Object schema) {
        return object(media, object("schema", schema));
    }

    private Map<String, Object> schema(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] parts = generic.getActualTypeArguments();
            return Collection.class.isAssignableFrom((Class<?>) generic.getRawType())
                    ? object("type", "array", "items", schema(parts[0]))
                    : object("type", "object", "additionalProperties", schema(parts[1]));
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            String name = plain.getSimpleName().replaceFirst("View$", "");
            if (!schemas.containsKey(name)) {
                // First, for a record may hold itself.
                schemas.put(name, Map.of());
                schemas.put(name, record(plain));
            }
            return object("$ref", "#/components/schemas/" + name);
        }
        if (plain.isEnum()) {
            return object("type", "string", "enum", constants(plain));
        }
        return switch (plain.getSimpleName()) {
            case "String" -> object("type", "string");
            case "Instant" -> object("type", "string", "format", "date-time");
            case "boolean", "Boolean" -> object("type", "boolean");
            case "int", "Integer" -> object("type", "integer");
            case "long", "Long" -> object("type", "integer", "format", "int64");
            case "double", "Double" -> object("type", "number");
            default -> throw new IllegalStateException("no schema for " + plain + ": make it a record");
        };
    }

    /** As they are written. */
    private static List<Object> constants(Class<?> type) {
        return Stream.of(type.getEnumConstants())
                .<Object>map(it -> AdminJson.tree(it).asText())
                .toList();
    }

    private Map<String, Object> record(Class<?> type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent part : type.getRecordComponents()) {
            Map<String, Object> schema = schema(part.getGenericType());
            FieldDoc about = part.getAnnotation(FieldDoc.class);
            if (about != null && !about.value().isEmpty()) {
                schema.put("description", about.value());
            }
            if (about != null && about.oneOf().length > 0) {
                schema.put("enum", constants(about.oneOf()[0]));
            }
            if (!AdminJson.isNullable(part) || (about != null && about.required())) {
                required.add(part.getName());
            }
            properties.put(part.getName(), schema);
        }
        return object("type", "object", "required", required, "properties", properties);
    }

    private static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
