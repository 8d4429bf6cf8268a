// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.Epoch;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseToken;
import java.util.List;

/** A row that can be taken over: the request for it, the row as it was read, and the epoch to take it under. */
record Takeover(LeaseRequest.Acquire request, StoredLease seen, Epoch epoch) {
    String election() {
        return request.election().value();
    }

    List<String> seenOwner() {
        return List.of(election(), seen.token());
    }

    List<String> newOwner() {
        return List.of(election(), request.token().toString());
    }

    List<Object> newEpoch() {
        return List.of(election(), epoch.value());
    }

    boolean holderIsDead() {
        return request.gone()
                .map(LeaseToken::toString)
                .filter(seen.token()::equals)
                .isPresent();
    }

    /** What rows must have in common to be taken by one statement. */
    List<Object> common() {
        return List.of(request.entry().self(), request.entry().endpoints(), request.lease(), request.priority());
    }
}
