// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

/**
 * A key that was pressed.
 *
 * @param name its character, or its name in capitals where it has none
 */
public record Key(String name) {
    public static final Key UP = new Key("UP");
    public static final Key DOWN = new Key("DOWN");
    public static final Key ENTER = new Key("ENTER");
    public static final Key ESCAPE = new Key("ESCAPE");
    /** A key that is not told apart from others, such as F5: it must not be taken for the letters in its code. */
    public static final Key OTHER = new Key("OTHER");
    /** The keyboard is gone. */
    public static final Key CLOSED = new Key("CLOSED");

    public static Key of(int character) {
        return new Key(Character.toString(character));
    }
}
