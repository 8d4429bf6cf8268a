// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import java.util.LinkedHashMap;
import java.util.Map;

/** JSON objects whose values are strings and whole numbers, and nothing else. */
final class FlatJson {
    private final String text;
    private int at;

    private FlatJson(String text) {
        this.text = text;
    }

    /** Builds one object. */
    static final class Writer {
        private final StringBuilder json = new StringBuilder("{");

        Writer number(String key, long value) {
            key(key).append(value);
            return this;
        }

        Writer text(String key, String value) {
            quote(value, key(key));
            return this;
        }

        String end() {
            return json.append('}').toString();
        }

        private StringBuilder key(String key) {
            if (json.length() > 1) {
                json.append(',');
            }
            quote(key, json);
            return json.append(':');
        }
    }

    private static void quote(String value, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    /** @return values that are {@link String} or {@link Long}, in the order of the text */
    static Map<String, Object> parse(String json) {
        return new FlatJson(json).object();
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        expect('{');
        do {
            String key = string();
            expect(':');
            Object value = peek() == '"' ? (Object) string() : (Object) number();
            if (fields.put(key, value) != null) {
                throw wrong("the key " + key + " stands twice");
            }
        } while (next() == ',');
        at--;
        expect('}');
        if (at != text.length()) {
            throw wrong("something follows the object");
        }
        return fields;
    }

    private String string() {
        expect('"');
        StringBuilder value = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            if (c < ' ') {
                throw wrong("a control character stands in a string");
            }
            value.append(c == '\\' ? escaped() : c);
        }
        return value.toString();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw wrong("\\" + c + " is no escape");
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw wrong("\\u needs four hex digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Long number() {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        while (at < text.length() && Character.digit(text.charAt(at), 10) >= 0 && text.charAt(at) <= '9') {
            at++;
        }
        try {
            return Long.valueOf(text.substring(from, at));
        } catch (NumberFormatException bad) {
            throw (IllegalArgumentException) wrong("no whole number here").initCause(bad);
        }
    }

    private void expect(char wanted) {
        char found = next();
        if (found != wanted) {
            throw wrong("'" + wanted + "' expected, not '" + found + "'");
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong("the line ends too early");
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException(why + " at column " + (at + 1));
    }
}
