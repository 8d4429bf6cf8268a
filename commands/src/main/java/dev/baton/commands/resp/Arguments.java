// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One command as it came in: its name and what follows, as bytes that no other object holds. */
public final class Arguments {
    private static final int MAX_NUMBER_LENGTH = 20;
    private static final int SHOWN = 40;

    private final byte[][] parts;
    private final String name;

    /** @param parts at least one; handed over, not copied */
    public Arguments(byte[]... parts) {
        this.parts = parts;
        this.name = new String(parts[0], StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }

    public static Arguments of(String... texts) {
        byte[][] parts = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            parts[i] = texts[i].getBytes(StandardCharsets.UTF_8);
        }
        return new Arguments(parts);
    }

    /** The command, in capitals. */
    public String name() {
        return name;
    }

    /** How many there are, the name included. */
    public int size() {
        return parts.length;
    }

    public Bytes bytes(int index) {
        return new Bytes(parts[index]);
    }

    /** A word of the protocol, in capitals. */
    public String word(int index) {
        return new String(parts[index], StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }

    public String text(int index) {
        return new String(parts[index], StandardCharsets.UTF_8);
    }

    /** A whole number of 64 bits. */
    public long number(int index) {
        byte[] digits = parts[index];
        if (digits.length == 0 || digits.length > MAX_NUMBER_LENGTH || digits[0] == '+') {
            throw CommandRefusedException.notANumber();
        }
        try {
            return Long.parseLong(new String(digits, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException notOne) {
            throw CommandRefusedException.notANumber();
        }
    }

    /** A number from {@code least} to {@code most}. */
    public long between(int index, String what, long least, long most) {
        long value = number(index);
        if (value < least || value > most) {
            throw new CommandRefusedException("ERR " + what + " " + value + " is not from " + least + " to " + most);
        }
        return value;
    }

    /** The beginning of an argument, for a message; control characters do not get that far. */
    public String shown(int index) {
        String text = new String(parts[index], 0, Math.min(SHOWN, parts[index].length), StandardCharsets.ISO_8859_1);
        return "'" + text + "'";
    }

    /** Names the command and counts what follows: arguments may be secret. */
    @Override
    public String toString() {
        return shown(0) + " with " + (parts.length - 1) + " arguments";
    }
}
