// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The last request of each client, with its answer, so that a retry is answered and not done again. Of more than
 * {@value #MAX_CLIENTS} clients the one that was quiet the longest is forgotten; {@code forgottenUpTo} then tells what
 * can have been done without a row from what cannot. Part of the state.
 */
final class CompletedRequests {
    static final int MAX_CLIENTS = 1_024;

    private final Map<Long, Row> byClient = new HashMap<>();
    private final TreeMap<Long, Row> byVersion = new TreeMap<>();
    private long forgottenUpTo;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Row(long client, long sequence, long version, byte[] answer) {
        void write(FieldWriter out) {
            out.number(1, client).number(2, sequence).number(3, version).bytes(4, answer);
        }

        static Row read(FieldReader in) {
            long client = 0;
            long sequence = 0;
            long version = 0;
            byte[] answer = {};
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> client = in.number();
                    case 2 -> sequence = in.number();
                    case 3 -> version = in.number();
                    case 4 -> answer = in.bytes();
                    default -> {}
                }
            }
            return new Row(client, sequence, version, answer);
        }
    }

    /**
     * The answer of a request that was done; empty if it was not.
     *
     * @throws RequestRejectedException if a later one was done, or if this one has been forgotten
     */
    Optional<byte[]> answerOf(RequestId id) {
        Row row = byClient.get(id.client());
        if (row == null) {
            if (id.asOf() < forgottenUpTo) {
                throw new RequestRejectedException(
                        Code.FORGOTTEN,
                        "the outcome of this request is no longer known: it is from version " + id.asOf()
                                + ", and clients up to version " + forgottenUpTo + " are forgotten");
            }
            return Optional.empty();
        }
        if (id.sequence() < row.sequence()) {
            throw new RequestRejectedException(
                    Code.STALE,
                    "request " + id.sequence() + " came after request " + row.sequence() + " of the same client");
        }
        return id.sequence() == row.sequence() ? Optional.of(row.answer()) : Optional.empty();
    }

    void done(RequestId id, long version, byte[] answer) {
        Row before = byClient.remove(id.client());
        if (before != null) {
            byVersion.remove(before.version());
        } else if (byClient.size() >= MAX_CLIENTS) {
            Row oldest = byVersion.pollFirstEntry().getValue();
            byClient.remove(oldest.client());
            forgottenUpTo = oldest.version();
        }
        add(new Row(id.client(), id.sequence(), version, answer));
    }

    private void add(Row row) {
        byClient.put(row.client(), row);
        byVersion.put(row.version(), row);
    }

    int clients() {
        return byClient.size();
    }

    void write(FieldWriter out) {
        out.number(1, forgottenUpTo);
        byVersion.values().forEach(row -> out.nested(2, row::write));
    }

    static CompletedRequests read(FieldReader in) {
        CompletedRequests requests = new CompletedRequests();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> requests.forgottenUpTo = in.number();
                case 2 -> requests.add(Row.read(in.nested()));
                default -> {}
            }
        }
        return requests;
    }
}
