// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.witness.RowWitness;
import dev.baton.bully.internal.witness.WitnessRows;
import dev.baton.bully.internal.witness.WitnessState;
import dev.baton.testkit.simulation.Network;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The row of a witness on a modelled network: what is asked, and what is answered, may be late or lost. */
final class ModelledDatabase implements WitnessRows {
    static final String ID = "database";

    private final Network network;
    private final LongSupplier nanos;
    private final RowWitness witness;
    private Optional<Row> row = Optional.empty();
    private String writtenBy = "";

    ModelledDatabase(Network network, LongSupplier nanos, RandomGenerator chance) {
        this.network = network;
        this.nanos = nanos;
        this.witness = new RowWitness(this, chance);
    }

    /** Something to ask the witness. */
    interface Question<T> {
        T ask(RowWitness witness) throws SQLException;
    }

    /** @param answer is told nothing if the question or its answer is lost */
    <T> void ask(String from, Question<T> question, Consumer<CallOutcome<T>> answer) {
        network.send(from, ID, () -> {
            CallOutcome<T> said = said(question);
            network.send(ID, from, () -> answer.accept(said));
        });
    }

    private <T> CallOutcome<T> said(Question<T> question) {
        try {
            return new CallOutcome.Answered<>(question.ask(witness));
        } catch (SQLException | RuntimeException refused) {
            return new CallOutcome.Failed<>(false, "no answer");
        }
    }

    /** How often the row was changed. */
    long changes() {
        return row.map(Row::version).orElse(0L);
    }

    /** What the witness goes by. */
    Optional<Membership> membership() {
        return row.map(it -> WitnessState.read(it.state()).membership());
    }

    @Override
    public void create() {}

    @Override
    public long now() {
        return nanos.getAsLong() / 1_000_000;
    }

    @Override
    public Optional<Row> read() {
        return row.map(it -> new Row(it.version(), it.state(), now()));
    }

    @Override
    public boolean insert(String state, String token) {
        if (row.isEmpty()) {
            write(1, state, token);
        }
        return writtenBy.equals(token);
    }

    @Override
    public boolean replace(long version, String state, String token) {
        if (changes() == version) {
            write(version + 1, state, token);
        }
        return writtenBy.equals(token);
    }

    private void write(long version, String state, String token) {
        row = Optional.of(new Row(version, state, now()));
        writtenBy = token;
    }
}
