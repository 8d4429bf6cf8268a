// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.Epoch;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.Optional;
import java.util.function.Consumer;

/** A link that writes down what is asked for and what comes of it. An invoke without an end has an unknown outcome. */
public final class RecordedLink implements LeaseLink {
    private final LeaseLink link;
    private final HistoryRecorder history;

    public RecordedLink(LeaseLink link, HistoryRecorder history) {
        this.link = link;
        this.history = history;
    }

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        if (request instanceof Acquire acquire) {
            send(request, Op.ACQUIRE, acquire.token(), answer);
        } else if (request instanceof Release release) {
            send(request, Op.RELEASE, release.token(), answer);
        } else {
            link.send(request, answer);
        }
    }

    private void send(LeaseRequest request, Op op, LeaseToken token, Consumer<LeaseReply> answer) {
        String details = Details.of("token", token);
        history.record(Kind.INVOKE, op, request.election(), Epoch.NONE, details);
        link.send(request, reply -> {
            Optional<LeaseRow> row = reply instanceof Answered answered ? answered.row() : Optional.empty();
            Epoch epoch = row.map(LeaseRow::epoch).orElse(Epoch.NONE);
            history.record(outcome(op, token, reply), op, request.election(), epoch, details);
            answer.accept(reply);
        });
    }

    private static Kind outcome(Op op, LeaseToken token, LeaseReply reply) {
        if (!(reply instanceof Answered answered)) {
            return Kind.INFO;
        }
        boolean mine = answered.row().filter(row -> row.token().equals(token)).isPresent();
        boolean live = answered.row().filter(LeaseRow::isLive).isPresent();
        return mine && live == (op == Op.ACQUIRE) ? Kind.OK : Kind.FAIL;
    }

    @Override
    public void watch(Listener listener) {
        link.watch(listener);
    }

    @Override
    public void close() {
        link.close();
    }
}
