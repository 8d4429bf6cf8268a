// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.spi.Ticker;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;

/**
 * A history file of one process. Each event is handed to the operating system before {@link #record} returns, so that
 * a killed process leaves everything but, at most, a torn last line.
 */
public final class HistoryWriter implements HistoryRecorder, AutoCloseable {
    private final FileChannel file;
    private final String node;
    private final String incarnation;
    private final Ticker ticker;
    private final Clock clock;
    private long seq;

    private HistoryWriter(FileChannel file, String node, String incarnation, Ticker ticker, Clock clock) {
        this.file = file;
        this.node = node;
        this.incarnation = incarnation;
        this.ticker = ticker;
        this.clock = clock;
    }

    /**
     * Begins a new file.
     *
     * @throws UncheckedIOException if it exists, since two processes must not share one
     */
    public static HistoryWriter create(Path path, String node, String incarnation, Ticker ticker, Clock clock) {
        try {
            FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new HistoryWriter(file, node, incarnation, ticker, clock);
        } catch (IOException refused) {
            throw new UncheckedIOException("history file " + path, refused);
        }
    }

    @Override
    public synchronized void record(Kind kind, Op op, ElectionName election, Epoch epoch, String value) {
        write(new HistoryEvent(
                seq++,
                node,
                incarnation,
                ticker.nanos(),
                clock.millis(),
                kind,
                op,
                election.value(),
                epoch.value(),
                value));
    }

    private void write(HistoryEvent event) {
        ByteBuffer line = ByteBuffer.wrap((HistoryLine.write(event) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (line.hasRemaining()) {
                file.write(line);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("history of " + node, failed);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("history of " + node, failed);
        }
    }
}
