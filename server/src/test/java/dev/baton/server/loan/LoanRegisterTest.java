// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.admin.LoanState;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoanRegisterTest {
    private static final Node NODE = new Node(NodeId.of("n1"), new Incarnation(1));
    private static final Node BORROWER = new Node(NodeId.of("job"), new Incarnation(2));
    private static final LeaseToken TOKEN = new LeaseToken(1, 1);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Ticker TICKER = System::nanoTime;

    private static Guarantee guarantee(Guarantee.Exclusivity exclusivity, Guarantee.EpochMemory epochs) {
        return new Guarantee(exclusivity, epochs, "as promised");
    }

    private static LoanRegister register(
            Duration certainty, Guarantee.Exclusivity exclusivity, Guarantee.EpochMemory epochs) {
        return new LoanRegister(LONG, certainty, Duration.ofMillis(500), guarantee(exclusivity, epochs), TICKER);
    }

    private final LoanRegister register =
            register(LONG, Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE);
    private final HeldLeadership tenure =
            new HeldLeadership(ElectionName.of("job"), NODE, Epoch.of(1), TICKER, TICKER.nanos() + LONG.toNanos());

    private Thread lendAndStop() {
        register.start(tenure, cause -> {});
        assertThat(register.acquire(TOKEN, BORROWER).state()).isEqualTo(LoanState.YOURS);
        Thread stopping = new Thread(() -> {
            try {
                register.stop();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        stopping.start();
        eventually(
                "it is called back",
                Duration.ofSeconds(30),
                () -> register.renew(TOKEN).state() == LoanState.RECALLED,
                register::look);
        return stopping;
    }

    @Test
    void stoppingWaitsUntilTheBorrowerGaveBack() throws InterruptedException {
        Thread stopping = lendAndStop();
        assertThat(stopping.isAlive()).isTrue();

        assertThat(register.release(TOKEN)).contains(Epoch.of(1));

        stopping.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(stopping.isAlive()).isFalse();
    }

    @Test
    void stoppingWaitsNoLongerThanTheLoanLasts() throws InterruptedException {
        Thread stopping = lendAndStop();

        stopping.join(TimeUnit.SECONDS.toMillis(30));

        assertThat(stopping.isAlive()).isFalse();
        assertThat(register.renew(TOKEN).state()).isEqualTo(LoanState.VACANT);
    }

    @Test
    void stoppingDoesNotWaitForALeadershipThatIsLost() throws InterruptedException {
        Thread stopping = lendAndStop();

        tenure.end();

        stopping.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(register.renew(TOKEN).state())
                .as("the borrower had time left")
                .isEqualTo(LoanState.RECALLED);
    }

    @Test
    void whatTheElectorDoesNotPromiseIsNotLent() {
        assertThat(register.refusal()).isEmpty();
        assertThat(register(LONG, Guarantee.Exclusivity.PER_PARTITION, Guarantee.EpochMemory.DURABLE)
                        .refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("two nodes may lead at once"));
        assertThat(register(LONG, Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.PROCESS)
                        .refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("epochs begin again"));
        assertThat(register(Duration.ofMillis(500), Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE)
                        .refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("400 ms at a time"));
    }
}
