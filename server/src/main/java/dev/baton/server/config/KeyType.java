// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import dev.baton.internal.check.Validation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a key: how it is parsed and shown.
 *
 * @param word what to write, for messages and docs
 * @param parse throws an {@link IllegalArgumentException} that says what is wrong with a value, and never shows a
 *     secret
 * @param show as it would be written in YAML
 */
public record KeyType<T>(String word, boolean list, Function<List<Scalar>, T> parse, Function<T, String> show) {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    /** Longer than any wait, and short enough to be counted in nanoseconds. */
    private static final Duration MAX_DURATION = Duration.ofDays(365);

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_./-]*");

    private static <T> KeyType<T> scalar(String word, Function<Scalar, T> parse, Function<T, String> show) {
        return new KeyType<>(word, false, values -> parse.apply(values.get(0)), show);
    }

    public static KeyType<String> text() {
        return scalar("text", KeyType::textOf, KeyType::quote);
    }

    /** A text that is validated by parsing it, such as a name or an address. */
    public static <T> KeyType<T> text(String word, Function<String, T> parse) {
        return scalar(word, value -> parse.apply(textOf(value)), value -> quote(String.valueOf(value)));
    }

    public static KeyType<Boolean> bool() {
        return scalar(
                "true or false",
                value -> switch (value.kind() == Scalar.Kind.TEXT ? "" : value.text()) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw wrong(value, "is not true or false");
                },
                String::valueOf);
    }

    public static KeyType<Integer> number(int least, int most) {
        return scalar(
                "number from " + least + " to " + most,
                value -> {
                    boolean digits = value.text().matches("-?\\d{1,9}") && value.kind() != Scalar.Kind.TEXT;
                    if (!digits || Integer.parseInt(value.text()) < least || Integer.parseInt(value.text()) > most) {
                        throw wrong(value, "is not a number from " + least + " to " + most);
                    }
                    return Integer.parseInt(value.text());
                },
                String::valueOf);
    }

    public static KeyType<Duration> duration() {
        return scalar(
                "duration, as in 500ms, 10s, 2m",
                value -> {
                    Matcher parts = DURATION.matcher(value.text());
                    if (!parts.matches()) {
                        throw wrong(value, "is not a duration: write it with its unit, as in 500ms, 10s, 2m");
                    }
                    long count = Long.parseLong(parts.group(1));
                    Duration duration = switch (parts.group(2)) {
                        case "ms" -> Duration.ofMillis(count);
                        case "s" -> Duration.ofSeconds(count);
                        case "m" -> Duration.ofMinutes(count);
                        default -> Duration.ofHours(count);
                    };
                    if (duration.compareTo(MAX_DURATION) > 0) {
                        throw wrong(value, "is longer than a year");
                    }
                    return duration;
                },
                Validation::show);
    }

    /** How long to wait for something: zero is not valid. */
    public static KeyType<Duration> patience() {
        KeyType<Duration> any = duration();
        return new KeyType<>(
                any.word,
                false,
                values -> {
                    Duration duration = any.parse.apply(values);
                    if (duration.isZero()) {
                        throw wrong(values.get(0), "must be above 0s");
                    }
                    return duration;
                },
                any.show);
    }

    public static <E extends Enum<E>> KeyType<E> oneOf(Class<E> type) {
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(KeyType::lower).toList();
        return scalar(
                String.join(", ", names),
                value -> Arrays.stream(type.getEnumConstants())
                        .filter(constant -> lower(constant).equals(value.text()))
                        .findFirst()
                        .orElseThrow(() -> wrong(value, "is not one of " + String.join(", ", names))),
                KeyType::lower);
    }

    public static KeyType<List<String>> texts() {
        return new KeyType<>(
                "list of texts",
                true,
                values -> values.stream().map(KeyType::textOf).toList(),
                values -> "["
                        + String.join(", ", values.stream().map(KeyType::quote).toList()) + "]");
    }

    public static KeyType<Secret> secret() {
        return new KeyType<>(
                "secret",
                false,
                values -> {
                    Scalar value = values.get(0);
                    if (value.kind() == Scalar.Kind.NUMBER || value.kind() == Scalar.Kind.BOOLEAN) {
                        throw new IllegalArgumentException("is not a text: put it in quotes");
                    }
                    return new Secret(value.text());
                },
                value -> value.isEmpty() ? "\"\"" : quote(Secret.HIDDEN));
    }

    /** Returns this type with values shown differently. */
    public KeyType<T> shownAs(Function<T, String> text) {
        return new KeyType<>(word, list, parse, text.andThen(KeyType::quote));
    }

    private static String textOf(Scalar value) {
        if (value.kind() == Scalar.Kind.NUMBER || value.kind() == Scalar.Kind.BOOLEAN) {
            throw wrong(
                    value, "is a " + value.kind().name().toLowerCase(Locale.ROOT) + ", not a text: put it in quotes");
        }
        return value.text();
    }

    private static IllegalArgumentException wrong(Scalar value, String what) {
        return new IllegalArgumentException(LogSafe.of(value.text()) + " " + what);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String quote(String text) {
        boolean plain = PLAIN.matcher(text).matches() && !text.matches("true|false|null");
        return plain ? text : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
