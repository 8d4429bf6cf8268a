// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.io.IOException;

/** Makes keys of the characters that a terminal sends for them: several for an arrow, beginning with Escape. */
final class KeyDecoder {
    /** What {@link Characters} answers when none came in time, and when none will come. */
    static final int EXPIRED = -2;

    static final int ENDED = -1;

    private static final int ESCAPE = 27;
    private static final int FOREVER = 0;
    /** The rest of a key's code follows at once, but on a busy machine 50 ms were too short to read it. */
    private static final int REST_OF_CODE_MILLIS = 200;

    private static final int MAX_CODE_LENGTH = 32;

    private final Characters characters;

    /** What the terminal sends. */
    interface Characters {
        /** @param timeoutMillis 0 waits as long as it takes */
        int read(long timeoutMillis) throws IOException;
    }

    KeyDecoder(Characters characters) {
        this.characters = characters;
    }

    Key next() throws IOException {
        int first = characters.read(FOREVER);
        return switch (first) {
            case ENDED -> Key.CLOSED;
            case EXPIRED -> Key.OTHER;
            case '\r', '\n' -> Key.ENTER;
            case ESCAPE -> escaped();
            default -> Key.of(first);
        };
    }

    private Key escaped() throws IOException {
        return switch (characters.read(REST_OF_CODE_MILLIS)) {
            case EXPIRED, ENDED, ESCAPE -> Key.ESCAPE;
            case '[' -> code();
            case 'O' -> named(characters.read(REST_OF_CODE_MILLIS));
            // With Alt.
            default -> Key.OTHER;
        };
    }

    /** Parameters, and one character from {@code @} on, which ends the code. */
    private Key code() throws IOException {
        int c = characters.read(REST_OF_CODE_MILLIS);
        boolean plain = c >= '@';
        for (int length = 0; c >= 0 && c < '@' && length < MAX_CODE_LENGTH; length++) {
            c = characters.read(REST_OF_CODE_MILLIS);
        }
        return plain ? named(c) : Key.OTHER;
    }

    private static Key named(int last) {
        return switch (last) {
            case 'A' -> Key.UP;
            case 'B' -> Key.DOWN;
            default -> Key.OTHER;
        };
    }
}
