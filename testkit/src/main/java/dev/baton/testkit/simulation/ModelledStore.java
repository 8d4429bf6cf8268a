// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryRecorder;
import dev.baton.testkit.memory.LeaseRows;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A lease store with a clock of its own, which writes down what happens to its rows. */
final class ModelledStore {
    static final String NAME = "store";

    private static final long UNWRITTEN = Duration.ofSeconds(1).toNanos();

    private final Scheduler scheduler;
    private final Network network;
    private final LeaseRows rows;
    private final HistoryRecorder history;
    private final Map<String, Consumer<ElectionName>> watchers = new LinkedHashMap<>();
    private final SeededRandom chance;
    private LeaseRows.Backup written;
    private LeaseRows.Backup soonWritten;
    private long soonWrittenSince;
    private long clockAhead;
    private double troubled;
    private boolean readOnly;

    ModelledStore(Scheduler scheduler, Network network, LeaseRows rows, HistoryRecorder history, SeededRandom chance) {
        this.chance = chance;
        this.scheduler = scheduler;
        this.network = network;
        this.rows = rows;
        this.written = rows.backup();
        this.soonWritten = written;
        this.history = history;
    }

    void jump(long nanos) {
        clockAhead += nanos;
    }

    /** From now on so many requests fail, before or after they took effect. A read-only store fails them before. */
    void trouble(double probability, boolean becauseReadOnly) {
        troubled = probability;
        readOnly = becauseReadOnly;
    }

    /** Ends and starts again. With {@code forgets}, up to {@link #UNWRITTEN} of what it had committed is lost. */
    void crash(boolean forgets) {
        if (forgets) {
            written.restore();
            soonWritten = written;
        }
    }

    /** What was committed is on the disk some time later. */
    private void write() {
        if (scheduler.now() - soonWrittenSince > UNWRITTEN / 2) {
            written = soonWritten;
            soonWritten = rows.backup();
            soonWrittenSince = scheduler.now();
        }
    }

    /** The endpoint is told, over the network, of every release. */
    void watch(String endpoint, Consumer<ElectionName> changed) {
        watchers.put(endpoint, changed);
    }

    Optional<LeaseRow> row(ElectionName election) {
        return look(election, now());
    }

    private long now() {
        return scheduler.now() + clockAhead;
    }

    private Optional<LeaseRow> look(ElectionName election, long now) {
        return rows.answer(new LeaseRequest.Read(election), now).row();
    }

    LeaseReply answer(LeaseRequest request) {
        if (!chance.happens(troubled)) {
            return execute(request);
        }
        if (!readOnly && chance.happens(0.5)) {
            execute(request);
        }
        return new LeaseReply.Failed("modelled trouble", readOnly);
    }

    private Answered execute(LeaseRequest request) {
        write();
        long now = now();
        Optional<LeaseRow> before = look(request.election(), now);
        Answered answer = rows.answer(request, now);
        boolean changed = !before.equals(answer.row());
        request.answerBy(new Scribe(changed, answer.row(), now));
        if (changed && request instanceof LeaseRequest.Release) {
            watchers.forEach((endpoint, told) -> network.send(NAME, endpoint, () -> told.accept(request.election())));
        }
        return answer;
    }

    /** Writes down what came of a request. */
    private final class Scribe implements LeaseRequest.Handler<Boolean> {
        private final boolean changed;
        private final Optional<LeaseRow> row;
        private final long now;

        Scribe(boolean changed, Optional<LeaseRow> row, long now) {
            this.changed = changed;
            this.row = row;
            this.now = now;
        }

        @Override
        public Boolean read(LeaseRequest.Read request) {
            return changed;
        }

        @Override
        public Boolean acquire(LeaseRequest.Acquire request) {
            String gone =
                    request.gone().map(token -> " " + Details.of("gone", token)).orElse("");
            return write(Op.STORE_ACQUIRE, request, request.token(), gone);
        }

        @Override
        public Boolean renew(LeaseRequest.Renew request) {
            return write(Op.STORE_RENEW, request, request.token(), "");
        }

        @Override
        public Boolean release(LeaseRequest.Release request) {
            return write(Op.STORE_RELEASE, request, request.token(), "");
        }

        @Override
        public Boolean claim(LeaseRequest.Claim request) {
            return changed;
        }

        private Boolean write(Op op, LeaseRequest request, LeaseToken token, String more) {
            String details = row.map(found -> Details.of(
                            "token",
                            token,
                            "holder",
                            found.holder(),
                            "at",
                            now,
                            "until",
                            now + found.remaining().toNanos()))
                    .orElse(Details.of("token", token, "at", now));
            Epoch epoch = row.map(LeaseRow::epoch).orElse(Epoch.NONE);
            history.record(changed ? Kind.OK : Kind.FAIL, op, request.election(), epoch, details + more);
            return changed;
        }
    }
}
