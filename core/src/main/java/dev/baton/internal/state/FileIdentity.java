// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a state file is, as the operating system tells one file from another. A copy has another inode. An inode number
 * alone can be equal on two machines by chance, so either the time of the inode's last change must be equal too, which
 * no copying tool can set, or the device on a machine that has not been restarted, where the two identify a file for as
 * long as it exists. A file that is made after another was deleted may get the same number; it was born at another time.
 *
 * <p>A restart of the process or the machine, a volume that is mounted on another machine, and a folder that is renamed
 * leave the place as it is. What cannot be seen is a copy of a whole file system, block by block.
 *
 * @param inode empty where the operating system has none; then places cannot be told apart
 * @param born when the file was made; empty where the file system or the Java runtime does not say
 * @param boot what the operating system drew when it was started; empty if that is not known
 */
record FileIdentity(String inode, String changed, String born, String device, String boot) {
    private static final String NONE = "-";
    private static final int WORDS = 5;

    /**
     * @param file one that is never replaced
     * @param probe a name beside it that nothing else uses now
     */
    static FileIdentity of(Path file, Path probe) throws IOException {
        try {
            Map<String, Object> facts =
                    Files.readAttributes(file, "unix:ino,ctime,dev,creationTime", LinkOption.NOFOLLOW_LINKS);
            return new FileIdentity(
                    String.valueOf(facts.get("ino")),
                    text(facts.get("ctime")),
                    tellsBirth(probe) ? text(facts.get("creationTime")) : "",
                    String.valueOf(facts.get("dev")),
                    BootId.current());
        } catch (UnsupportedOperationException noInodes) {
            return new FileIdentity("", "", "", "", "");
        }
    }

    /**
     * Tells a file from those that had its name before it, also after it was written over, given to another user or
     * moved with its file system. One word; empty where the operating system has no inodes.
     */
    static String mark(Path file, boolean tellsBirth) throws IOException {
        try {
            Map<String, Object> facts = Files.readAttributes(file, "unix:ino,creationTime", LinkOption.NOFOLLOW_LINKS);
            return facts.get("ino") + "/" + (tellsBirth ? text(facts.get("creationTime")) : "");
        } catch (UnsupportedOperationException noInodes) {
            return "";
        }
    }

    /** Whether two marks can be those of one file: what is not known of one of them is not compared. */
    static boolean mayBeSame(String mark, String other) {
        return mark.isEmpty()
                || other.isEmpty()
                || mark.equals(other)
                || (mark.endsWith("/") && other.startsWith(mark))
                || (other.endsWith("/") && mark.startsWith(other));
    }

    private static String text(@Nullable Object time) {
        Instant instant = ((FileTime) Objects.requireNonNull(time)).toInstant();
        return instant.getEpochSecond() + "." + instant.getNano();
    }

    /** Where it is not known when a file was made, Java answers with the time of the last write, which copies keep. */
    private static boolean tellsBirth(Path probe) {
        FileTime written = FileTime.fromMillis(1000);
        try {
            Files.write(probe, new byte[0]);
            Files.setLastModifiedTime(probe, written);
            boolean told = !Files.readAttributes(probe, BasicFileAttributes.class)
                    .creationTime()
                    .equals(written);
            Files.delete(probe);
            return told;
        } catch (IOException full) {
            // As on a disk without room, where what is stored can still be read.
            return false;
        }
    }

    boolean isSameAs(FileIdentity other) {
        if (inode.isEmpty() || other.inode.isEmpty()) {
            return true;
        }
        if (!born.isEmpty() && !other.born.isEmpty() && !born.equals(other.born)) {
            return false;
        }
        boolean sameMachine = !boot.isEmpty() && boot.equals(other.boot) && device.equals(other.device);
        return inode.equals(other.inode) && (sameMachine || changed.equals(other.changed));
    }

    /** Whether it says all that is known of the other one. */
    boolean covers(FileIdentity other) {
        FileIdentity known = new FileIdentity(
                other.inode, other.changed, other.born.isEmpty() ? born : other.born, other.device, other.boot);
        return equals(known);
    }

    /** Parses what {@link #toString()} returned. */
    static FileIdentity parse(String text) {
        String[] words = text.split(" ", -1);
        if (words.length != WORDS) {
            throw new IllegalArgumentException("\"" + text + "\" is not the place of a file");
        }
        for (int i = 0; i < WORDS; i++) {
            words[i] = words[i].equals(NONE) ? "" : words[i];
        }
        return new FileIdentity(words[0], words[1], words[2], words[3], words[4]);
    }

    @Override
    public String toString() {
        return String.join(" ", orNone(inode), orNone(changed), orNone(born), orNone(device), orNone(boot));
    }

    private static String orNone(String word) {
        return word.isEmpty() ? NONE : word;
    }
}
