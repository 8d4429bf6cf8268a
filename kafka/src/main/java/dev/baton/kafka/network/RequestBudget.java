// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;

/**
 * How much memory requests take from when they are parsed until their answers have left. A request that names many small
 * things becomes as many objects, and so does its answer: what it takes is estimated by its kind and its bytes. Any thread.
 */
final class RequestBudget {
    /** Anything but records is small. */
    private static final int MAX_BYTES = 1 << 20;
    /** An estimate: 100 bytes of memory for each byte of a Metadata request with names of one letter, answer included. */
    private static final int OF_NAMES = 100;
    /** Where the smallest parts have more bytes, or carry bytes that stay as they are. */
    private static final int OF_PARTS = 32;

    /** An estimate: of one partition of a request to append, and of its answer while that is made. */
    private static final int PART_BYTES = 256;

    private static final Set<ApiKeys> OF_LARGER_PARTS =
            EnumSet.of(ApiKeys.FETCH, ApiKeys.JOIN_GROUP, ApiKeys.SYNC_GROUP);

    private final long limit;
    private final AtomicLong used = new AtomicLong();

    RequestBudget(long limit) {
        this.limit = limit;
    }

    /**
     * Estimates what a request takes.
     *
     * @throws InvalidRequestException if none of this kind may be so large
     */
    static long cost(ApiKeys kind, int bytes) {
        if (kind == ApiKeys.PRODUCE) {
            // Its records stay as they are, and are counted as bytes that were read; see ofParts for the rest.
            return 0;
        }
        if (bytes > MAX_BYTES) {
            throw new InvalidRequestException(kind + " with " + bytes + " bytes is too large");
        }
        return (long) bytes * (OF_LARGER_PARTS.contains(kind) ? OF_PARTS : OF_NAMES);
    }

    /** What a request to append takes beside its records, until it is answered. */
    static long ofParts(AbstractRequest request) {
        return request instanceof ProduceRequest produce
                ? produce.data().topicData().stream()
                        .mapToLong(topic -> (1L + topic.partitionData().size()) * PART_BYTES)
                        .sum()
                : 0;
    }

    /** What an answer takes until it is sent: its bytes, which may be many more than those of its request. */
    static long cost(AbstractResponse answer, short version) {
        // Records are sent from their files; the rest is in proportion to the request.
        return answer.apiKey() == ApiKeys.FETCH ? 0 : answer.data().size(new ObjectSerializationCache(), version);
    }

    /** @throws InvalidRequestException if there is not so much left */
    void take(long cost) {
        if (used.addAndGet(cost) > limit) {
            used.addAndGet(-cost);
            throw new InvalidRequestException("requests without an answer, or whose answers are not read, take " + used
                    + " bytes of memory, and " + limit + " are allowed");
        }
    }

    void release(long cost) {
        used.addAndGet(-cost);
    }

    /** Whether it is better to let those go who do not take their answers. */
    boolean isScarce() {
        return used.get() > limit / 2;
    }
}
