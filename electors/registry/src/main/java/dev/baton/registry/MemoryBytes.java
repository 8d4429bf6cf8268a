// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Fields one after the other, in memory, where no write can fail. */
final class MemoryBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Writes one field. */
    private interface Field {
        void writeTo(DataOutputStream out) throws IOException;
    }

    private void write(Field field) {
        try {
            field.writeTo(out);
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory failed", impossible);
        }
    }

    /** A number from 0 to 255. */
    void mark(int mark) {
        write(to -> to.writeByte(mark));
    }

    void count(int count) {
        write(to -> to.writeInt(count));
    }

    void number(long number) {
        write(to -> to.writeLong(number));
    }

    void text(String text) {
        write(to -> to.writeUTF(text));
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
