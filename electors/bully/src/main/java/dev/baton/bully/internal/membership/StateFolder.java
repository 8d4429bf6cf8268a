// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.bully.internal.json.StrictJsonObject;
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
public final class StateFolder implements MembershipStore {
    private static final String OWNER = "bully";
    private static final String VOTES = "votes";
    private static final String MEMBERS = "members";
    private static final String REMEDY = "restore it, or empty the whole folder and let the node join again";

    private final NodeId node;
    private final LedgerFile ledger;
    private final StateFile file;
    private volatile MembershipState state;

    /** @throws UnavailableException if the folder cannot be used, or what is in it is damaged or not whole */
    public StateFolder(Path folder, NodeId node, RandomGenerator chance) {
        this.node = node;
        this.ledger = new LedgerFile(folder.resolve(VOTES), OWNER, node.value());
        try {
            this.file = new StateFile(folder.resolve(MEMBERS), MEMBERS, OWNER + " " + node, REMEDY);
        } catch (RuntimeException refused) {
            ledger.close();
            throw refused;
        }
        try {
            boolean copy = file.isCopy() || ledger.isCopy();
            MembershipState unread = new MembershipState(StateId.random(chance), copy, Optional.empty());
            if (file.content().isPresent()) {
                this.state = read(file.content().get(), unread);
            } else {
                this.state = unread;
                write(unread);
            }
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    private MembershipState read(String content, MembershipState unread) {
        MembershipState found;
        try {
            StrictJsonObject json = StrictJsonObject.parse(content);
            StateId stored = StateId.parse(json.text("mark"));
            found = new MembershipState(
                    unread.copy() ? unread.mark() : stored,
                    unread.copy(),
                    json.has("membership")
                            ? Optional.of(MembershipJson.membership(json.object("membership")))
                            : Optional.empty());
        } catch (IllegalArgumentException malformed) {
            throw file.damaged(String.valueOf(malformed.getMessage()));
        }
        if (found.membership().isPresent() && !found.copy() && !isMarked(found.mark())) {
            throw new UnavailableException("state folder " + file.path().getParent() + " is not whole: " + MEMBERS
                    + " says that this node is a member, and the votes that it gave as one "
                    + (ledger.mark().isEmpty() ? "are missing" : "are those of another memory") + ", in the file "
                    + VOTES + "; " + REMEDY);
        }
        return found;
    }

    /** The ledger of the node's votes in this folder. */
    public LedgerFile ledger() {
        return ledger;
    }

    private boolean isMarked(StateId mark) {
        return ledger.mark().filter(mark.toString()::equals).isPresent();
    }

    @Override
    public MembershipState read() {
        return state;
    }

    @Override
    public void save(Membership membership) {
        MembershipState next = state.adopting(membership, node);
        if (!next.copy()) {
            if (!isMarked(next.mark())) {
                ledger.mark(next.mark().toString());
            }
            write(next);
            adopt();
        }
        state = next;
    }

    @Override
    public void forget(StateId mark) {
        MembershipState next = MembershipState.begunAnew(mark);
        write(next);
        adopt();
        state = next;
    }

    private void adopt() {
        if (state.copy()) {
            ledger.adopt();
            file.adopt();
        }
    }

    private void write(MembershipState next) {
        ObjectNode json = StrictJsonObject.object().put("mark", next.mark().toString());
        next.membership().ifPresent(it -> json.set("membership", MembershipJson.write(it)));
        file.replace(StrictJsonObject.write(json) + "\n");
    }

    @Override
    public void close() {
        file.close();
        ledger.close();
    }
}
