// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.Node.Incarnation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.InitProducerIdResponse;
import org.apache.kafka.common.requests.RequestContext;

/**
 * Gives producers their ids. Every registration of a node with the controller has an epoch of its own, which is never given
 * out again; an id is that epoch and a count. So no two producers ever have the same id, and none has to be asked for.
 */
final class ProducerIds implements ApiHandler<InitProducerIdRequest> {
    private static final int COUNT_BITS = 32;
    private static final long COUNTS = 1L << COUNT_BITS;
    private static final long MAX_EPOCH = 1L << 30;

    private final KafkaClusterView cluster;
    private final Incarnation incarnation;
    private final AtomicLong count = new AtomicLong();

    /** @param incarnation of this process */
    ProducerIds(KafkaClusterView cluster, Incarnation incarnation) {
        this.cluster = cluster;
        this.incarnation = incarnation;
    }

    @Override
    public CompletableFuture<InitProducerIdResponse> handle(RequestContext context, InitProducerIdRequest request) {
        InitProducerIdResponseData data = new InitProducerIdResponseData()
                .setProducerId(RecordBatch.NO_PRODUCER_ID)
                .setProducerEpoch(RecordBatch.NO_PRODUCER_EPOCH);
        if (request.data().transactionalId() != null) {
            // Transactions are not supported.
            data.setErrorCode(Errors.UNSUPPORTED_VERSION.code());
        } else {
            next().ifPresentOrElse(
                            id -> data.setProducerId(id).setProducerEpoch((short) 0),
                            () -> data.setErrorCode(Errors.COORDINATOR_NOT_AVAILABLE.code()));
        }
        return CompletableFuture.completedFuture(new InitProducerIdResponse(data));
    }

    /** Empty until this process is registered. */
    Optional<Long> next() {
        return cluster.read(view -> view.node(cluster.self()))
                .filter(node -> node.incarnation().equals(incarnation))
                .flatMap(node -> id(node.epoch(), count.getAndIncrement()));
    }

    /** Empty if this epoch has none left: those of the next one belong to a later process. */
    static Optional<Long> id(long epoch, long number) {
        boolean fits = epoch > 0 && epoch < MAX_EPOCH && number >= 0 && number < COUNTS;
        return fits ? Optional.of((epoch << COUNT_BITS) + number) : Optional.empty();
    }
}
