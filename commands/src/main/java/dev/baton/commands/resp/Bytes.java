// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are never changed: a key, a value, the name of an owner or a channel. */
public final class Bytes {
    private final byte[] content;
    /** Asked for more than once per command; zero until then. */
    private int hash;

    /** @param content handed over, not copied */
    public Bytes(byte[] content) {
        this.content = content;
    }

    public static Bytes of(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return content.length;
    }

    public boolean startsWith(Bytes prefix) {
        return content.length >= prefix.content.length
                && Arrays.equals(content, 0, prefix.content.length, prefix.content, 0, prefix.content.length);
    }

    /** To be read only. */
    public byte[] content() {
        return content;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = Arrays.hashCode(content);
        }
        return hash;
    }

    /** As text, for tests and debuggers. */
    @Override
    public String toString() {
        return new String(content, StandardCharsets.UTF_8);
    }
}
