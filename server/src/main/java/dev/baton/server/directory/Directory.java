// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The nodes of the cluster, as far as one source knows them. */
@FunctionalInterface
public interface Directory extends AutoCloseable {
    /**
     * Those that an elector talks to anyway. It knows who they are, but not where their admin APIs are.
     *
     * @param known those it sees, this node among them or not; must not block
     */
    static Directory without(Supplier<DirectoryMember> self, Supplier<List<DirectoryMember>> known) {
        return () -> {
            String own = self.get().id();
            return known.get().stream().filter(it -> !it.id().equals(own)).toList();
        };
    }

    /** The others, without this node; from memory, so it may be a heartbeat old. Never blocks. */
    List<DirectoryMember> others();

    /** The incarnation of another live process that has this node's id, if there is proof that it lives. Never blocks. */
    default Optional<String> duplicate() {
        return Optional.empty();
    }

    /** Says that this node leaves, where others can be told. */
    @Override
    default void close() {}
}
