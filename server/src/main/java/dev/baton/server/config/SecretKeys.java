// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A secret that is given as a value, or as a file that has it; a file is read again whenever the secret is needed. */
public record SecretKeys(ConfigKey<Secret> value, ConfigKey<String> file) {
    private static final int MAX_BYTES = 4096;

    public static SecretKeys of(String name, String about) {
        return new SecretKeys(
                ConfigKey.of(name, KeyType.secret(), new Secret(""), about),
                ConfigKey.of(name + "_file", KeyType.text(), "", "a file that contains it"));
    }

    public SecretKeys reloading() {
        return new SecretKeys(value.reloading(), file.reloading());
    }

    public List<ConfigKey<?>> keys() {
        return List.of(value, file);
    }

    public Optional<Supplier<Secret>> read(EffectiveConfig values, Problems problems) {
        return read(values.get(value), values.get(file), values.origin(file), problems);
    }

    public Optional<Supplier<Secret>> read(EffectiveConfig values, int position, Problems problems) {
        return read(values.get(value, position), values.get(file, position), values.origin(file, position), problems);
    }

    private static Optional<Supplier<Secret>> read(Secret given, String file, String origin, Problems problems) {
        if (file.isEmpty()) {
            return given.isEmpty() ? Optional.empty() : Optional.of(() -> given);
        }
        if (!given.isEmpty()) {
            problems.add(origin, "is set as well as the secret itself: remove one of them");
        }
        try {
            Path path = Path.of(file);
            fromFile(path);
            if (ConfigText.othersMayRead(path)) {
                problems.warn(origin, LogSafe.of(file) + " can be read by every user of this machine: chmod 600 it");
            }
            return Optional.of(() -> again(path));
        } catch (IOException | InvalidPathException unreadable) {
            problems.add(origin, LogSafe.of(file) + " cannot be read as a secret of 1 to " + MAX_BYTES + " bytes");
            return Optional.empty();
        }
    }

    private static Secret again(Path file) {
        try {
            return fromFile(file);
        } catch (IOException gone) {
            throw new IllegalStateException(file + " is no longer readable");
        }
    }

    private static Secret fromFile(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            String text = new String(bytes, StandardCharsets.UTF_8).strip();
            if (bytes.length > MAX_BYTES || text.isEmpty()) {
                throw new IOException("not a secret");
            }
            return new Secret(text);
        }
    }
}
