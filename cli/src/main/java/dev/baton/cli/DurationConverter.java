// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations as they are written everywhere else in Baton: {@code 500ms}, {@code 2s}, {@code 1m}. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern SPAN = Pattern.compile("([0-9]{1,7})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        Matcher span = SPAN.matcher(text);
        if (!span.matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration: write 500ms, 2s, 1m or 1h");
        }
        long amount = Long.parseLong(span.group(1));
        return switch (span.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }
}
