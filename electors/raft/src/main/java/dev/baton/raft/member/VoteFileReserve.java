// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ratis.util.AtomicFileOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Room for a term or a vote on a disk that is full. Ratis writes them to a new file, and puts that in the place of the
 * old one even if nothing of it could be written: the votes of the member are lost then, and it must not start again.
 * What is found under the name of the new file is emptied first, so a file of some size is kept there.
 *
 * <p>Nothing is ever written to a file that Ratis can have open. It is filled under another name and then linked, which
 * fails if Ratis has made its own.
 */
final class VoteFileReserve {
    private static final Logger LOG = LoggerFactory.getLogger(VoteFileReserve.class);
    private static final int BYTES = 64 << 10;

    private VoteFileReserve() {}

    /** @param votes the file that Ratis keeps the term and the vote of a group in; there is nothing to do without it */
    static void keep(Path votes) {
        Path next = AtomicFileOutputStream.getTemporaryFile(votes.toFile()).toPath();
        if (Files.exists(next) || !Files.exists(votes)) {
            return;
        }
        Path filled = votes.resolveSibling("room");
        try {
            try {
                Files.write(filled, new byte[BYTES]);
                Files.createLink(next, filled);
            } finally {
                Files.deleteIfExists(filled);
            }
        } catch (IOException | UnsupportedOperationException fullOrTaken) {
            LOG.debug("No room is kept beside {}", votes, fullOrTaken);
        }
    }
}
