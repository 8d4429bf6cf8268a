// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.ElectionName;
import dev.baton.lease.LeaseLink;
import dev.baton.lease.LeaseReply;
import dev.baton.lease.LeaseRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReleaseLinkTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");

    /** A link that answers nothing. */
    private static final class Silent implements LeaseLink {
        @Override
        public void send(LeaseRequest request, Consumer<LeaseReply> answer) {}

        @Override
        public void close() {}
    }

    @Test
    void anErrorDoesNotEndTheLooks() throws InterruptedException {
        CountDownLatch looks = new CountDownLatch(3);
        ReleaseLink.Source failing = window -> {
            looks.countDown();
            throw new OutOfMemoryError("no memory for the rows");
        };
        try (ReleaseLink link = new ReleaseLink(new Silent(), failing, Duration.ofMillis(100), () -> 0)) {
            link.send(new LeaseRequest.Read(ORDERS), reply -> {});
            link.watch(election -> {});

            assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
