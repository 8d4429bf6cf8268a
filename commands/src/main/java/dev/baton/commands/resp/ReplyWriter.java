// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** Writes replies into a buffer, in the terms of one protocol version. Netty's encoder knows only the older one. */
public final class ReplyWriter {
    private static final int MAX_FAILURE_LENGTH = 512;
    private static final int MAX_DIGITS = 20;
    private static final short END_OF_LINE = (short) ('\r' << 8 | '\n');

    private final ByteBuf out;
    private final boolean third;
    private final byte[] digits = new byte[MAX_DIGITS];

    public ReplyWriter(ByteBuf out, Protocol protocol) {
        this.out = out;
        this.third = protocol == Protocol.RESP3;
    }

    void status(String text) {
        line('+', text);
    }

    /** Whatever stands in the text, it stays one line and of bounded length. */
    void failure(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), MAX_FAILURE_LENGTH); i++) {
            char c = text.charAt(i);
            shown.append(c < ' ' || c > '~' ? '?' : c);
        }
        line('-', shown.toString());
    }

    void number(long value) {
        header(':', value);
    }

    void bulk(Bytes bytes) {
        header('$', bytes.length());
        out.writeBytes(bytes.content());
        out.writeShort(END_OF_LINE);
    }

    void nil() {
        line(third ? '_' : '$', third ? "" : "-1");
    }

    void flag(boolean value) {
        if (third) {
            line('#', value ? "t" : "f");
        } else {
            number(value ? 1 : 0);
        }
    }

    void list(int size) {
        header('*', size);
    }

    void map(int pairs) {
        if (third) {
            header('%', pairs);
        } else {
            list(2 * pairs);
        }
    }

    void push(int size) {
        header(third ? '>' : '*', size);
    }

    private void line(char type, String ascii) {
        out.writeByte(type);
        ByteBufUtil.writeAscii(out, ascii);
        out.writeShort(END_OF_LINE);
    }

    private void header(char type, long value) {
        out.writeByte(type);
        if (value >= 0 && value <= 9) {
            out.writeByte((int) ('0' + value));
        } else {
            writeDigits(value);
        }
        out.writeShort(END_OF_LINE);
    }

    /** Digits from the last to the first; in the negative, where the least number has a place too. */
    private void writeDigits(long value) {
        long rest = value < 0 ? value : -value;
        int at = MAX_DIGITS;
        do {
            digits[--at] = (byte) ('0' - rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            digits[--at] = '-';
        }
        out.writeBytes(digits, at, MAX_DIGITS - at);
    }
}
