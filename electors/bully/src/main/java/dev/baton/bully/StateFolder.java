// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.NodeId;
import dev.baton.core.UnavailableException;
import dev.baton.quorum.LedgerFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The folder in which a node keeps what it must not forget: the ledger of its votes, which also guards the folder
 * against a second process, and the file that this class is about, with the node's mark and membership. Replaced as a
 * whole and forced to the disk, so that a crash leaves the old or the new one; one that is damaged is refused.
 *
 * <p>A member is its votes: a membership is only stored beside a ledger with the same mark, and one that is found
 * without it is refused, or the node would vote as the member that it was and know nothing of what it has promised. A
 * node without a membership votes for nobody, so what its ledger is marked with does not matter before there is one.
 */
final class StateFolder implements MembershipStore {
    private static final String LEDGER = "votes";
    private static final String MEMBERS = "members.json";
    private static final int LARGEST = 1 << 20;

    private static final String REMEDY = "; restore it, or empty the whole folder and let the node join anew";

    private final Path folder;
    private final LedgerFile ledger;
    private Mark mark;
    private Optional<Membership> membership;

    /**
     * @param ledger the one in this folder
     * @throws UnavailableException if the folder cannot be used, or what is in it is damaged or not whole
     */
    StateFolder(Path folder, LedgerFile ledger, RandomGenerator chance) {
        this.folder = folder.toAbsolutePath().normalize();
        this.ledger = ledger;
        try {
            Files.createDirectories(this.folder);
            Path file = this.folder.resolve(MEMBERS);
            if (Files.exists(file) && Files.size(file) > LARGEST) {
                throw new UnavailableException("state file " + file + " is damaged: it is larger than " + LARGEST);
            }
            Json json = Json.parse(Files.readString(file, StandardCharsets.UTF_8));
            this.mark = Mark.parse(json.text("mark"));
            this.membership = json.has("membership")
                    ? Optional.of(MembershipJson.membership(json.object("membership")))
                    : Optional.empty();
        } catch (NoSuchFileException first) {
            this.mark = Mark.random(chance);
            this.membership = Optional.empty();
            write(mark, membership);
        } catch (IOException problem) {
            throw new UnavailableException("state folder " + this.folder + " cannot be used: " + problem, problem);
        } catch (IllegalArgumentException damaged) {
            throw new UnavailableException(
                    "state file " + this.folder.resolve(MEMBERS) + " is damaged: " + damaged.getMessage() + REMEDY,
                    damaged);
        }
        if (membership.isPresent() && !isMarked()) {
            throw new UnavailableException("state folder " + this.folder + " is not whole: " + MEMBERS
                    + " says that this node is a member, and the votes that it gave as one "
                    + (ledger.mark().isEmpty() ? "are missing" : "are those of another memory") + ", in the file "
                    + LEDGER + REMEDY);
        }
    }

    /** The ledger of a node's votes in this folder, which nobody else has open. */
    static LedgerFile votes(Path folder, NodeId node) {
        return new LedgerFile(folder.resolve(LEDGER), "bully", node.value());
    }

    private boolean isMarked() {
        return ledger.mark().filter(mark.toString()::equals).isPresent();
    }

    @Override
    public Mark mark() {
        return mark;
    }

    @Override
    public Optional<Membership> load() {
        return membership;
    }

    @Override
    public void save(Membership next) {
        if (!isMarked()) {
            ledger.mark(mark.toString());
        }
        write(mark, Optional.of(next));
        membership = Optional.of(next);
    }

    @Override
    public void forget(Mark next) {
        write(next, Optional.empty());
        mark = next;
        membership = Optional.empty();
    }

    private void write(Mark ofNode, Optional<Membership> known) {
        ObjectNode json = Json.object().put("mark", ofNode.toString());
        known.ifPresent(it -> json.set("membership", MembershipJson.write(it)));
        Path fresh = folder.resolve(MEMBERS + ".new");
        try (FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(Json.write(json));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
            Files.move(
                    fresh,
                    folder.resolve(MEMBERS),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                // The new name must survive a power cut as well.
                directory.force(true);
            }
        } catch (IOException problem) {
            throw new UnavailableException("state folder " + folder + " cannot be written: " + problem, problem);
        }
    }
}
