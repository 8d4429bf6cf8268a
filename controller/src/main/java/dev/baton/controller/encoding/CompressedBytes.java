// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.encoding;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Bytes in less room, for what would not fit into an entry otherwise. */
public final class CompressedBytes {
    private static final int CHUNK = 1 << 16;

    private CompressedBytes() {}

    public static byte[] of(byte[] plain) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(plain);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] chunk = new byte[CHUNK];
            while (!deflater.finished()) {
                out.write(chunk, 0, deflater.deflate(chunk));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** @throws MalformedException if they are none, not whole, or more than {@code most} bytes */
    public static byte[] expand(byte[] compressed, int most) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] chunk = new byte[CHUNK];
            while (!inflater.finished()) {
                int read = inflater.inflate(chunk);
                if (read == 0 && !inflater.finished()) {
                    throw new MalformedException("compressed bytes are not whole");
                }
                if (out.size() + read > most) {
                    throw new MalformedException("compressed bytes are more than " + most + " when expanded");
                }
                out.write(chunk, 0, read);
            }
            return out.toByteArray();
        } catch (DataFormatException damaged) {
            throw new MalformedException("compressed bytes are damaged", damaged);
        } finally {
            inflater.end();
        }
    }
}
