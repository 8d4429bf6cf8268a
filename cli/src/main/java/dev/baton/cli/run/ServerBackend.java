// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.admin.ListResponses;
import dev.baton.admin.LoanView;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.client.NodeConnection;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.StoreLink;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A running node stands, and lends its leadership to this process, a few seconds at a time. */
final class ServerBackend implements RunBackend {
    /** A borrower asks so often within a loan, which is also how soon it hears that it has to give back. */
    private static final int QUESTIONS = 8;

    private static final int PATIENCE = 4;
    private static final int MARGIN = 10;
    /** What the guardian's clock and signals may be late by. */
    private static final Duration MIN_MARGIN = Duration.ofMillis(100);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final NodeConnection client;
    private final LoanView terms;
    private final String node;

    private ServerBackend(NodeConnection client, LoanView terms, String node) {
        this.client = client;
        this.terms = terms;
        this.node = node;
    }

    /**
     * Asks the node for its terms, and waits for a node that is not there yet.
     *
     * @throws CommandFailure if the node refuses, cannot promise that only one leads, or does not answer in time
     */
    static ServerBackend at(NodeConnection client, String election, Optional<Duration> patience, RunReport report)
            throws InterruptedException {
        long start = System.nanoTime();
        boolean told = false;
        while (true) {
            try {
                LoanView terms = client.get(ServerLeases.path(election), LoanView.class);
                if (terms.refusal() != null) {
                    throw new CommandFailure(
                            ExitCode.REFUSED, "CONFLICT", "the node does not lend its leadership: " + terms.refusal());
                }
                return new ServerBackend(
                        client,
                        terms,
                        client.get("/api/v1/whoami", ListResponses.WhoAmI.class).node());
            } catch (CommandFailure failed) {
                boolean late = patience.isPresent()
                        && System.nanoTime() - start >= patience.get().toNanos();
                if (failed.exitCode() != ExitCode.UNREACHABLE || late) {
                    throw failed;
                }
                if (!told) {
                    told = true;
                    report.waiting(String.valueOf(failed.getMessage()));
                }
                TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
            }
        }
    }

    @Override
    public LeaseTerms terms() {
        return terms(Duration.ofMillis(terms.loanMs()));
    }

    static LeaseTerms terms(Duration loan) {
        Duration part = loan.dividedBy(MARGIN);
        Duration margin = part.compareTo(MIN_MARGIN) < 0 ? MIN_MARGIN : part;
        return new LeaseTerms(loan, loan.dividedBy(QUESTIONS), margin, loan.dividedBy(PATIENCE));
    }

    @Override
    public Optional<String> nodeId() {
        return Optional.of(node);
    }

    @Override
    public ElectorFactory<?> elector(Observer told) {
        LeaseTerms lease = terms();
        Guarantee guarantee = new Guarantee(
                Guarantee.Exclusivity.EXCLUSIVE,
                Guarantee.EpochMemory.DURABLE,
                "lent by " + node + ", which lends only what is exclusive and has durable epochs");
        return context -> new LeaseElector(
                new StoreLink(new ServerLeases(client.within(lease.requestTimeout()), lease, told)),
                lease,
                guarantee,
                context.lanes(),
                new SplittableRandom(new SecureRandom().nextLong()));
    }
}
