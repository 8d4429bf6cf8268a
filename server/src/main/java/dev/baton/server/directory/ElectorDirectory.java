// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import dev.baton.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The nodes that an elector talks to anyway. It knows who they are, but not where their admin APIs are. */
public final class ElectorDirectory implements Directory {
    private static final Duration SILENT = Duration.ofHours(1);

    private final Supplier<DirectoryMember> self;
    private final Supplier<List<DirectoryMember>> known;

    /** @param known those the elector sees, this node among them or not; must not block */
    public ElectorDirectory(Supplier<DirectoryMember> self, Supplier<List<DirectoryMember>> known) {
        this.self = self;
        this.known = known;
    }

    /** A node that the elector hears at this moment. */
    public static DirectoryMember member(NodeId id, String incarnation) {
        return new DirectoryMember(id.value(), incarnation, Optional.empty(), "", 1, "", Duration.ZERO);
    }

    /** A node that the elector knows by its id alone. */
    public static DirectoryMember member(NodeId id, boolean heard) {
        return new DirectoryMember(id.value(), "", Optional.empty(), "", 1, "", heard ? Duration.ZERO : SILENT);
    }

    @Override
    public List<DirectoryMember> others() {
        String own = self.get().id();
        return known.get().stream().filter(it -> !it.id().equals(own)).toList();
    }

    @Override
    public void close() {}
}
