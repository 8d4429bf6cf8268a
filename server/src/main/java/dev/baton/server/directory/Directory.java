// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import java.util.List;
import java.util.Optional;

/** The nodes of the cluster, as far as their shared storage shows them. */
public interface Directory extends AutoCloseable {
    /** The others, without this node; from memory, so it may be a heartbeat old. Never blocks. */
    List<DirectoryMember> others();

    /** The incarnation of another live process that has this node's id, if there is proof that it lives. Never blocks. */
    default Optional<String> duplicate() {
        return Optional.empty();
    }

    /** Says that this node leaves, where others can be told. */
    @Override
    void close();
}
