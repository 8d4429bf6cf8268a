// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.baton.UnavailableException;
import dev.baton.internal.state.StateFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which member a folder is, and of which group. An empty folder becomes a new member: its storage id is random, and the
 * votes of a member whose disk is gone are gone with its id. A folder that is a copy, that has lost its log, or in which
 * there is the log of another group is refused.
 *
 * <p>Votes and log are written by the engine, and nothing in them tells an earlier state from the latest. So every start
 * and every stop is counted, beside the log and in the identity: whichever of them was put back is behind the other, and
 * if both were, the identity is known not to be the latest.
 */
final class MemberIdentity implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberIdentity.class);
    private static final String STORAGE = "storage ";
    private static final String CLUSTER = "cluster ";
    private static final String FIRST = "first ";
    private static final String GROUP = "group ";
    private static final String LEFT = "left ";
    private static final String COUNTED = "counted ";
    private static final String COUNT = "count";
    private static final String ENTERING = "entering";
    private static final String LET_IN = "let in";
    private static final int STORAGE_LETTERS = 12;

    private final StateFile file;
    private final Path folder;
    private final Path logs;
    private final String storage;
    private final MemberAddress self;
    /** The numbers of its further groups. */
    private final Set<Long> groups = new TreeSet<>();
    /** Those it was in, and that may still be there. */
    private final Set<Long> left = new TreeSet<>();

    private @Nullable Founding founding;
    private long counted;
    /** It is about to be in its group: there may be no log yet. */
    private boolean entering;
    /** It asked to be let in, and was, for good. */
    private boolean letIn;

    private boolean closed;

    /**
     * How a member came into its group.
     *
     * @param first the first members of the group, if this is one of them; else empty
     */
    record Founding(UUID cluster, List<GroupPeer> first) {
        Founding {
            first = List.copyOf(first);
        }
    }

    /** @throws UnavailableException if the folder cannot be used */
    MemberIdentity(MemberSettings settings) {
        self = settings.self();
        folder = settings.folder();
        logs = RatisSettings.storage(settings);
        file = new StateFile(
                settings.folder().resolve("member"), "raft-member", self.node().toString(), remedy(folder));
        try {
            if (file.isCopy()) {
                throw refused("it is a copy, or was restored from a backup, and the original may have voted since");
            }
            Optional<String> content = file.content();
            if (content.isPresent()) {
                List<String> lines = content.get().lines().toList();
                storage = after(STORAGE, lines).orElseThrow(() -> file.damaged("it has no storage id"));
                counted = after(COUNTED, lines).map(Long::parseLong).orElse(0L);
                founding = after(CLUSTER, lines)
                        .map(cluster -> new Founding(UUID.fromString(cluster), peers(lines)))
                        .orElse(null);
                groups.addAll(numbers(GROUP, lines));
                left.addAll(numbers(LEFT, lines));
                entering = lines.contains(ENTERING);
                letIn = lines.contains(LET_IN);
                forgetGroupWithoutLog();
            } else {
                storage = UUID.randomUUID().toString().replace("-", "").substring(0, STORAGE_LETTERS);
            }
            checkLogs();
            if (content.isEmpty()) {
                file.replace(STORAGE + storage + "\n");
            }
            entering = false;
            count();
        } catch (RuntimeException problem) {
            file.close();
            throw problem;
        }
    }

    /** Of one whose process ended before it had said anything in the group, and before it could have had a vote. */
    private void forgetGroupWithoutLog() {
        Founding group = founding;
        if (group == null || !entering || Files.exists(votes(group.cluster().toString()))) {
            return;
        }
        founding = null;
        try {
            LeaderWarmUp.delete(log(group));
        } catch (IOException problem) {
            throw refused("what was begun of the log of group " + group.cluster() + " cannot be deleted: " + problem);
        }
    }

    private UnavailableException refused(String why) {
        return new UnavailableException(
                "the folder of Raft member " + self + ", " + folder + ", is not used: " + why + "; " + remedy(folder));
    }

    /** The command that makes a folder usable again. */
    static String remedy(Path folder) {
        return "start again with an empty folder (mv " + folder + " " + folder
                + ".old), and the node rejoins as a new member";
    }

    private static Optional<String> after(String word, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(word))
                .map(line -> line.substring(word.length()))
                .findFirst();
    }

    private static List<GroupPeer> peers(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(FIRST))
                .map(line -> GroupPeer.parse(line.substring(FIRST.length())))
                .toList();
    }

    private static List<Long> numbers(String word, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(word))
                .map(line -> Long.parseLong(line.substring(word.length())))
                .toList();
    }

    private void checkLogs() {
        String own = founding == null ? "" : founding.cluster().toString();
        for (String found : logFolders()) {
            if (own.isEmpty()) {
                throw refused("it has the log of group " + found + " and no identity");
            }
            if (!found.equals(own) && !isFurther(found)) {
                throw refused("it has the log of group " + found + ", and belongs to group " + own);
            }
        }
        if (!own.isEmpty()) {
            requireLog(own);
            groups.forEach(group ->
                    requireLog(DataGroupIds.of(UUID.fromString(own), group).toString()));
        }
        if (founding != null && countedBesideLog(founding) < counted) {
            throw refused("its log was restored from a backup, and the member may have voted since");
        }
    }

    /** One that was entered, or that was being left or entered when the process ended. */
    private boolean isFurther(String folder) {
        return founding != null
                && DataGroupIds.number(founding.cluster(), folder).isPresent();
    }

    private Path votes(String group) {
        return logs.resolve(group).resolve("current").resolve("raft-meta");
    }

    /** Those of all groups that it is in; none of them is left meanwhile. */
    synchronized void eachVotes(Consumer<Path> todo) {
        Founding first = founding;
        if (first != null) {
            todo.accept(votes(first.cluster().toString()));
            groups.forEach(group ->
                    todo.accept(votes(DataGroupIds.of(first.cluster(), group).toString())));
        }
    }

    private void requireLog(String group) {
        Path votes = votes(group);
        if (!Files.exists(votes)) {
            throw refused("its log of group " + group + " is gone");
        }
        if (isEmpty(votes)) {
            throw refused(votes + " is empty, as a disk without room leaves it, so that its votes are not known");
        }
    }

    private boolean isEmpty(Path file) {
        try {
            return Files.size(file) == 0;
        } catch (IOException unreadable) {
            throw refused(file + " cannot be read: " + unreadable);
        }
    }

    /** Makes every earlier backup of the folder, or of a part of it, one that is behind. */
    private synchronized void count() {
        Founding group = founding;
        if (group == null || !Files.isDirectory(log(group))) {
            return;
        }
        long next = Math.max(counted, countedBesideLog(group)) + 1;
        Path fresh = log(group).resolve(COUNT + ".new");
        try {
            // First: after a crash in between the log is ahead, and only one that is behind was put back.
            Files.writeString(fresh, next + "\n", CREATE, WRITE, TRUNCATE_EXISTING, SYNC);
            Files.move(fresh, log(group).resolve(COUNT), ATOMIC_MOVE, REPLACE_EXISTING);
            try (FileChannel directory = FileChannel.open(log(group), READ)) {
                directory.force(true);
            }
        } catch (IOException problem) {
            throw new UnavailableException("the folder " + folder + " cannot be written: " + problem, problem);
        }
        counted = next;
        save(group);
    }

    private Path log(Founding group) {
        return logs.resolve(group.cluster().toString());
    }

    /** Zero if it was never written, as before the first stop. */
    private long countedBesideLog(Founding group) {
        Path file = log(group).resolve(COUNT);
        try {
            return Long.parseLong(Files.readString(file).trim());
        } catch (NoSuchFileException first) {
            return 0;
        } catch (IOException | NumberFormatException unreadable) {
            throw refused(file + " cannot be read: " + unreadable);
        }
    }

    private List<String> logFolders() {
        if (!Files.isDirectory(logs)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(logs)) {
            return all.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .toList();
        } catch (IOException unreadable) {
            throw refused("it cannot be read: " + unreadable);
        }
    }

    /** Its id in the group. */
    String member() {
        return GroupPeer.id(self.node(), storage);
    }

    GroupPeer peer() {
        return new GroupPeer(member(), self.authority());
    }

    Optional<Founding> founding() {
        return Optional.ofNullable(founding);
    }

    /** Written once, before there is a log. */
    void found(Founding group) {
        founding = group;
        entering = true;
        save(group);
    }

    /** Written once there is a log, before this member says anything in the group: from then on it needs the log. */
    void founded() {
        entering = false;
        save(Objects.requireNonNull(founding, "founding"));
    }

    /** Written once the first group can no longer lose that this member is in it. */
    synchronized void letIn() {
        if (!letIn) {
            letIn = true;
            save(Objects.requireNonNull(founding, "founding"));
        }
    }

    /** Whether it was in its first group for good once; if its log says otherwise, it was removed. */
    synchronized boolean wasIn() {
        return letIn || founding().filter(it -> !it.first().isEmpty()).isPresent();
    }

    /** Written once a further group has its files; from then on it is not entered again without them. */
    synchronized void entered(long group) {
        if (groups.add(group)) {
            save(Objects.requireNonNull(founding, "founding"));
        }
    }

    /**
     * Written before the files of a further group are deleted.
     *
     * @param gone whether the group no longer exists on any member
     */
    synchronized void leaving(long group, boolean gone) {
        boolean wasIn = groups.remove(group);
        boolean isNews = gone ? left.remove(group) : left.add(group);
        if (wasIn || isNews) {
            save(Objects.requireNonNull(founding, "founding"));
        }
    }

    /** Whether it is in a further group, and so has its files. */
    synchronized boolean isIn(long group) {
        return groups.contains(group);
    }

    /** Whether it was ever in a further group: then it must not be one of its first members. */
    synchronized boolean wasIn(long group) {
        return groups.contains(group) || left.contains(group);
    }

    /** Deletes what was begun of the files of a further group that it was never in. */
    void deleteBegun(UUID group) throws IOException {
        LeaderWarmUp.delete(logs.resolve(group.toString()));
    }

    private synchronized void save(Founding group) {
        List<String> lines = new ArrayList<>(List.of(STORAGE + storage, COUNTED + counted, CLUSTER + group.cluster()));
        group.first().forEach(peer -> lines.add(FIRST + peer));
        if (entering) {
            lines.add(ENTERING);
        }
        if (letIn) {
            lines.add(LET_IN);
        }
        groups.forEach(each -> lines.add(GROUP + each));
        left.forEach(each -> lines.add(LEFT + each));
        file.replace(String.join("\n", lines) + "\n");
    }

    @Override
    public void close() {
        try {
            if (!closed) {
                closed = true;
                count();
            }
        } catch (UnavailableException full) {
            LOG.warn("a backup of {} that was made since its last start could not be detected: {}", folder, full);
        } finally {
            file.close();
        }
    }
}
