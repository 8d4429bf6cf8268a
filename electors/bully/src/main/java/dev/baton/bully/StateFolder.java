// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.state.StateFile;
import dev.baton.quorum.LedgerFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The folder in which a node keeps what it must not forget: the ledger of its votes, and its mark and membership.
 *
 * <p>A member is its votes: a membership is only stored beside a ledger with the same mark, and one that is found
 * without it is refused, or the node would vote as the member that it was and know nothing of what it has promised. A
 * node without a membership votes for nobody, so what its ledger is marked with does not matter before there is one.
 *
 * <p>In a copy of a folder the node has another mark, and so is not the voter that may still live with the original; it
 * keeps the membership only to know whom to join. What is in the copy stays as it is until the node is a member with its
 * new mark, so that an operator can still make the copy the original instead.
 */
final class StateFolder implements MembershipStore {
    private static final String OWNER = "bully";
    private static final String VOTES = "votes";
    private static final String MEMBERS = "members";
    private static final String REMEDY = "restore it, or empty the whole folder and let the node join anew";

    private final NodeId node;
    private final LedgerFile ledger;
    private final StateFile file;
    private boolean copy;
    private StateId mark;
    private Optional<Membership> membership = Optional.empty();

    /** @throws UnavailableException if the folder cannot be used, or what is in it is damaged or not whole */
    StateFolder(Path folder, NodeId node, RandomGenerator chance) {
        this.node = node;
        this.ledger = new LedgerFile(folder.resolve(VOTES), OWNER, node.value());
        try {
            this.file = new StateFile(folder.resolve(MEMBERS), MEMBERS, OWNER + " " + node, REMEDY);
        } catch (RuntimeException refused) {
            ledger.close();
            throw refused;
        }
        try {
            this.copy = file.isCopy() || ledger.isCopy();
            this.mark = StateId.random(chance);
            if (file.content().isPresent()) {
                read(file.content().get());
            } else {
                write(mark, membership);
            }
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    private void read(String content) {
        try {
            StrictJsonObject json = StrictJsonObject.parse(content);
            StateId stored = StateId.parse(json.text("mark"));
            mark = copy ? mark : stored;
            membership = json.has("membership")
                    ? Optional.of(MembershipJson.membership(json.object("membership")))
                    : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            throw file.damaged(String.valueOf(malformed.getMessage()));
        }
        if (membership.isPresent() && !copy && !isMarked()) {
            throw new UnavailableException("state folder " + file.path().getParent() + " is not whole: " + MEMBERS
                    + " says that this node is a member, and the votes that it gave as one "
                    + (ledger.mark().isEmpty() ? "are missing" : "are those of another memory") + ", in the file "
                    + VOTES + "; " + REMEDY);
        }
    }

    /** The ledger of the node's votes in this folder. */
    LedgerFile ledger() {
        return ledger;
    }

    private boolean isMarked() {
        return ledger.mark().filter(mark.toString()::equals).isPresent();
    }

    @Override
    public boolean isCopy() {
        return copy;
    }

    @Override
    public StateId mark() {
        return mark;
    }

    @Override
    public Optional<Membership> load() {
        return membership;
    }

    @Override
    public void save(Membership next) {
        if (!copy || next.has(node, mark)) {
            if (!isMarked()) {
                ledger.mark(mark.toString());
            }
            write(mark, Optional.of(next));
            adopt();
        }
        membership = Optional.of(next);
    }

    @Override
    public void forget(StateId next) {
        write(next, Optional.empty());
        adopt();
        mark = next;
        membership = Optional.empty();
    }

    private void adopt() {
        if (copy) {
            ledger.adopt();
            file.adopt();
            copy = false;
        }
    }

    private void write(StateId ofNode, Optional<Membership> known) {
        ObjectNode json = StrictJsonObject.object().put("mark", ofNode.toString());
        known.ifPresent(it -> json.set("membership", MembershipJson.write(it)));
        file.replace(StrictJsonObject.write(json) + "\n");
    }

    @Override
    public void close() {
        file.close();
        ledger.close();
    }
}
