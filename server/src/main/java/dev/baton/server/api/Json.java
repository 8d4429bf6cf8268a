// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.baton.server.view.NodeView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** JSON as the admin API speaks it: instants with milliseconds, absent values left out, strict about what comes in. */
public final class Json {
    private static final int DEEPEST = 32;
    private static final int LONGEST_TEXT = 100_000;

    private static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final ObjectMapper MAPPER = mapper();

    private Json() {}

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
                        .maxNestingDepth(DEEPEST)
                        .maxStringLength(LONGEST_TEXT)
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

    /** Reads what another node said, which may be newer and say more. */
    public static <T> T readLenient(byte[] json, Class<T> type) throws IOException {
        return MAPPER.readerFor(type)
                .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(json);
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
