// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.admin.AdminClient;
import dev.baton.admin.LoanRequest;
import dev.baton.admin.LoanState;
import dev.baton.admin.LoanView;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.client.NodeConnection;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseStore;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lease store that is a running node: what it lends is the lease. A row is made of what the node says, so that
 * a lease here follows the same rules as one in a database.
 */
final class ServerLeases implements LeaseStore, LeaseRequest.Handler<LeaseReply> {
    /** Stands for a token that is none of this process's business. */
    private static final LeaseToken ANOTHER = new LeaseToken(0, 0);

    private final NodeConnection client;
    private final LeaseTerms terms;
    private final RunBackend.Observer told;
    private @Nullable Node self;
    private Epoch highest = Epoch.NONE;

    ServerLeases(NodeConnection client, LeaseTerms terms, RunBackend.Observer told) {
        this.client = client;
        this.terms = terms;
        this.told = told;
    }

    static String path(String election) {
        return "/api/v1/local/elections/" + AdminClient.segment(election) + "/loan";
    }

    @Override
    public List<LeaseReply> execute(List<LeaseRequest> requests) {
        return requests.stream().map(this::execute).toList();
    }

    private LeaseReply execute(LeaseRequest request) {
        try {
            return request.answerBy(this);
        } catch (CommandFailure failed) {
            return LeaseReply.Failed.unreachable(String.valueOf(failed.getMessage()));
        }
    }

    @Override
    public LeaseReply read(LeaseRequest.Read request) {
        return row(
                request.election(), ANOTHER, client.get(path(request.election().value()), LoanView.class));
    }

    @Override
    public LeaseReply acquire(LeaseRequest.Acquire request) {
        Node borrower = request.entry().self();
        self = borrower;
        return ask(request.election(), request.token(), LoanRequest.Action.ACQUIRE, borrower);
    }

    @Override
    public LeaseReply renew(LeaseRequest.Renew request) {
        return ask(request.election(), request.token(), LoanRequest.Action.RENEW, null);
    }

    @Override
    public LeaseReply release(LeaseRequest.Release request) {
        return ask(request.election(), request.token(), LoanRequest.Action.RELEASE, null);
    }

    @Override
    public LeaseReply claim(LeaseRequest.Claim request) {
        // What a node lends has no priorities.
        return read(new LeaseRequest.Read(request.election()));
    }

    private LeaseReply ask(
            ElectionName election, LeaseToken token, LoanRequest.Action action, @Nullable Node borrower) {
        LoanRequest request = new LoanRequest(
                action,
                token.toString(),
                borrower == null ? null : borrower.id().value(),
                borrower == null ? null : borrower.incarnation().toString());
        LoanView said = client.read(client.post(path(election.value()), request, Duration.ZERO), LoanView.class);
        if (said.state() == LoanState.RECALLED) {
            told.recalled();
        }
        return row(election, token, said);
    }

    private LeaseReply row(ElectionName election, LeaseToken token, LoanView said) {
        if (said.loanMs() < terms.lease().toMillis()) {
            told.changed("the node lends for " + said.loanMs() + " ms at a time now, and this was planned for "
                    + terms.lease().toMillis() + " ms: start it again");
        }
        // A node that sees no leader names no epoch; the last one has not been forgotten by that.
        Epoch epoch = said.epoch() == null ? highest : Epoch.of(said.epoch());
        highest = highest.max(epoch);
        return new LeaseReply.Answered(
                switch (said.state()) {
                    case YOURS, RECALLED -> held(election, self, epoch, token, Duration.ofMillis(said.remainingMs()));
                    // The epoch of a leadership that is not lent yet is still to come.
                    case FREE -> free(election, epoch);
                    case SOON -> others(election, said, new Epoch(Math.max(0, epoch.value() - 1)));
                    default -> others(election, said, epoch);
                });
    }

    private Optional<LeaseRow> others(ElectionName election, LoanView said, Epoch epoch) {
        // It is not told when that ends: it is looked at again after an interval.
        return held(election, holder(said), epoch, ANOTHER, terms.renewInterval());
    }

    private static Optional<LeaseRow> free(ElectionName election, Epoch epoch) {
        return epoch.value() <= 1
                ? Optional.empty()
                : Optional.of(new LeaseRow(
                        new Leader(election, UNKNOWN, new Epoch(epoch.value() - 1), Endpoints.NONE),
                        ANOTHER,
                        Duration.ZERO,
                        true,
                        Optional.empty()));
    }

    private static Optional<LeaseRow> held(
            ElectionName election, @Nullable Node holder, Epoch epoch, LeaseToken token, Duration remaining) {
        if (holder == null || epoch.equals(Epoch.NONE)) {
            return Optional.empty();
        }
        Leader leader = new Leader(election, holder, epoch, Endpoints.NONE);
        return Optional.of(new LeaseRow(leader, token, remaining, false, Optional.empty()));
    }

    /** Stands for a leader that the node does not name. */
    private static final Node UNKNOWN = new Node(NodeId.of("unknown"), new Incarnation(1));

    private static Node holder(LoanView said) {
        return said.node() == null || said.incarnation() == null
                ? UNKNOWN
                : new Node(NodeId.of(said.node()), Incarnation.parse(said.incarnation()));
    }

    @Override
    public void close() {
        // The client holds nothing that has to be closed.
    }
}
