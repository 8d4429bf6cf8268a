// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Puts the events of an elector into words, for transcripts.
 *
 * @param origin since when instants are told
 */
public record EventWords(long origin, Consumer<String> said) implements ElectorEvent.Handler {
    private String show(Validity validity) {
        return "certain until " + Transcripts.since(origin, validity.certainUntil()) + ", others from "
                + Transcripts.since(origin, validity.othersFrom());
    }

    @Override
    public void granted(Epoch epoch, Validity validity) {
        said.accept("granted epoch " + epoch + ", " + show(validity));
    }

    @Override
    public void extended(Epoch epoch, Validity validity) {
        said.accept("extended epoch " + epoch + ", " + show(validity));
    }

    @Override
    public void lost(Epoch epoch) {
        said.accept("lost epoch " + epoch);
    }

    @Override
    public void released(Epoch epoch) {
        said.accept("released epoch " + epoch);
    }

    @Override
    public void leaderSeen(Leader leader) {
        said.accept("leader " + leader.node().id() + " under epoch " + leader.epoch());
    }

    @Override
    public void vacant(Vacancy vacancy) {
        said.accept("vacant, " + vacancy.cause()
                + vacancy.former()
                        .map(former -> ": " + former.node().id() + " led under epoch " + former.epoch())
                        .orElse("")
                + vacancy.successor().map(node -> ", next is " + node).orElse(""));
    }

    @Override
    public void preferred(Optional<Node> better) {
        said.accept("preferred " + better.map(node -> node.id().value()).orElse("nobody"));
    }

    @Override
    public void trouble(Alarm alarm) {
        said.accept("ALARM " + alarm.kind() + ": " + alarm.message());
    }
}
