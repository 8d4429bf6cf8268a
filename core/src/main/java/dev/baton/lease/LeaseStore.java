// SPDX-License-Identifier: Apache-2.0
package dev.baton.lease;

import java.util.List;

/**
 * A shared place that keeps one row per election and has a clock of its own. Called by one thread at a time; may block
 * for less than the request timeout of the {@link LeaseTerms}.
 */
public interface LeaseStore extends AutoCloseable {
    /** Answers all requests, each atomic by itself, in the order of the list. Never throws: trouble is a reply. */
    List<LeaseReply> execute(List<LeaseRequest> requests);

    @Override
    void close();
}
