// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** JSON as the admin API speaks it: instants with milliseconds, absent values left out, strict about what comes in. */
public final class AdminJson {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_TEXT = 100_000;

    private static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final ObjectMapper MAPPER = mapper();
    private static final ObjectReader LENIENT =
            MAPPER.reader().without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private AdminJson() {}

    private static ObjectMapper mapper() {
        SimpleModule values = new SimpleModule("baton");
        values.addSerializer(new WriteInstant());
        values.addDeserializer(Instant.class, new ReadInstant());
        values.addSerializer(new WriteStatus());
        ObjectMapper mapper = JsonMapper.builder()
                .addModule(values)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .build();
        mapper.coercionConfigFor(LogicalType.Integer).setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
        mapper.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_TEXT)
                        .build());
        return mapper;
    }

    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Reads strictly: unknown and repeated fields, and values of another type, are errors. Null if it says null. */
    public static <T> @Nullable T read(byte[] json, Class<T> type) throws IOException {
        return MAPPER.readValue(json, type);
    }

    /**
     * Reads what another node said, which may be newer and say more.
     *
     * @throws IOException if it is no JSON, or lacks what its type cannot do without
     */
    public static <T> T readLenient(byte[] json, Class<T> type) throws IOException {
        return complete(LENIENT.forType(type).<@Nullable T>readValue(json), type.getSimpleName());
    }

    /** The same, of a part of an answer. */
    public static <T> T readLenient(JsonNode part, Class<T> type) throws IOException {
        return complete(LENIENT.forType(type).<@Nullable T>readValue(part), type.getSimpleName());
    }

    public static JsonNode tree(byte[] json) throws IOException {
        return MAPPER.readTree(json);
    }

    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** As it is in every answer. */
    public static String text(Instant at) {
        return INSTANT.format(at);
    }

    private static <T> T complete(@Nullable T value, String what) throws IOException {
        if (value == null) {
            throw new IOException(what + " is missing");
        }
        if (value instanceof Record) {
            for (RecordComponent part : value.getClass().getRecordComponents()) {
                Object held = get(part, value);
                if (held != null || !isNullable(part)) {
                    complete(held, part.getName());
                }
            }
        } else if (value instanceof Collection<?> parts) {
            for (Object part : parts) {
                complete(part, what);
            }
        }
        return value;
    }

    /** Whether a field of a record may be left out. */
    public static boolean isNullable(RecordComponent part) {
        return part.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static @Nullable Object get(RecordComponent part, Object record) {
        try {
            return part.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static final class WriteInstant extends StdScalarSerializer<Instant> {
        private static final long serialVersionUID = 1L;

        WriteInstant() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(INSTANT.format(value));
        }
    }

    private static final class ReadInstant extends StdScalarDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        ReadInstant() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return Instant.parse(in.getText());
        }
    }

    private static final class WriteStatus extends StdScalarSerializer<NodeView.Status> {
        private static final long serialVersionUID = 1L;

        WriteStatus() {
            super(NodeView.Status.class);
        }

        @Override
        public void serialize(NodeView.Status value, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            out.writeString(value.name().toLowerCase(Locale.ROOT));
        }
    }
}
