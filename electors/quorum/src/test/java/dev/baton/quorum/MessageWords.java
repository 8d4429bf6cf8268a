// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.lease.LeaseToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts voting messages into words, for transcripts. Attempts are numbered in the order in which they appear. */
final class MessageWords implements VotingMessage.Handler {
    private final List<LeaseToken> attempts = new ArrayList<>();
    private String said = "";

    String of(VotingMessage message) {
        message.deliverTo(this);
        return said;
    }

    private String number(LeaseToken token) {
        if (!attempts.contains(token)) {
            attempts.add(token);
        }
        return "attempt " + (attempts.indexOf(token) + 1);
    }

    private static String successor(Optional<?> successor) {
        return successor.map(node -> ", next is " + node).orElse("");
    }

    @Override
    public void preVote(PreVote message) {
        said = "would you promise " + number(message.token());
    }

    @Override
    public void ask(Ask message) {
        said = "promise " + number(message.token()) + ", epoch " + message.epoch();
    }

    @Override
    public void vote(Vote message) {
        said = number(message.token()) + ": " + message.answer() + ", highest epoch " + message.highest();
    }

    @Override
    public void renew(Renew message) {
        said = "renewal " + message.number() + " of " + number(message.token()) + ", epoch " + message.epoch();
    }

    @Override
    public void renewed(Renewed message) {
        said = "renewal " + message.number() + " of " + number(message.token()) + ": "
                + (message.promised() ? "promised" : "refused");
    }

    @Override
    public void release(Release message) {
        said = "released " + number(message.token()) + successor(message.successor());
    }

    @Override
    public void cancel(Cancel message) {
        said = "cancelled " + number(message.token());
    }

    @Override
    public void verdict(Verdict message) {
        said = number(message.loser()) + " has to go" + successor(message.successor());
    }

    @Override
    public void claim(Claim message) {
        said = "ready with priority " + message.priority().value() + " instead of " + number(message.token());
    }
}
