// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * Where a state file is, as the operating system tells one file from another. A copy has another inode. An inode number
 * alone can be equal on two machines by chance, so either the time of the inode's last change must be equal too, which
 * no copying tool can set, or the device on a machine that has not been restarted, where the two identify a file.
 *
 * <p>A restart of the process or the machine, a volume that is mounted on another machine, and a folder that is renamed
 * leave the place as it is. What cannot be seen is a copy of a whole file system, block by block.
 *
 * @param inode empty where the operating system has none; then places cannot be told apart
 * @param boot what the operating system drew when it was started; empty if that is not known
 */
record Place(String inode, String changed, String device, String boot) {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String NONE = "-";
    private static final int WORDS = 4;

    /** @param file one that is never replaced */
    static Place of(Path file) throws IOException {
        try {
            Map<String, Object> facts = Files.readAttributes(file, "unix:ino,ctime,dev", LinkOption.NOFOLLOW_LINKS);
            Instant changed = ((FileTime) Objects.requireNonNull(facts.get("ctime"))).toInstant();
            return new Place(
                    String.valueOf(facts.get("ino")),
                    changed.getEpochSecond() + "." + changed.getNano(),
                    String.valueOf(facts.get("dev")),
                    bootId());
        } catch (UnsupportedOperationException noInodes) {
            return new Place("", "", "", "");
        }
    }

    private static String bootId() {
        try {
            return Files.readString(BOOT_ID, StandardCharsets.US_ASCII).trim();
        } catch (IOException unknown) {
            return "";
        }
    }

    boolean isSameAs(Place other) {
        if (inode.isEmpty() || other.inode.isEmpty()) {
            return true;
        }
        boolean sameMachine = !boot.isEmpty() && boot.equals(other.boot) && device.equals(other.device);
        return inode.equals(other.inode) && (sameMachine || changed.equals(other.changed));
    }

    /** Reads back what {@link #toString()} wrote. */
    static Place parse(String text) {
        String[] words = text.split(" ", -1);
        if (words.length != WORDS) {
            throw new IllegalArgumentException("\"" + text + "\" is not the place of a file");
        }
        for (int i = 0; i < WORDS; i++) {
            words[i] = words[i].equals(NONE) ? "" : words[i];
        }
        return new Place(words[0], words[1], words[2], words[3]);
    }

    @Override
    public String toString() {
        return String.join(" ", orNone(inode), orNone(changed), orNone(device), orNone(boot));
    }

    private static String orNone(String word) {
        return word.isEmpty() ? NONE : word;
    }
}
