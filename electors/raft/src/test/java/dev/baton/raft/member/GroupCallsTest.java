// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.ReconfigurationInProgressException;
import org.apache.ratis.protocol.exceptions.ReconfigurationTimeoutException;
import org.apache.ratis.protocol.exceptions.SetConfigurationException;
import org.apache.ratis.protocol.exceptions.TimeoutIOException;
import org.junit.jupiter.api.Test;

/** What a change of members that failed is said to be. */
class GroupCallsTest {
    @Test
    void whatIsRefusedBeforeAnEntryIsWrittenWasNotDone() {
        assertThat(GroupCalls.notChanged(new CompletionException(new SetConfigurationException("another one"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("another one");
        assertThat(GroupCalls.notChanged(new ReconfigurationTimeoutException("no progress")))
                .isInstanceOf(IllegalStateException.class);
        assertThat(GroupCalls.notChanged(new ReconfigurationInProgressException("wait")))
                .as("asked again, it may be done")
                .isInstanceOf(NotLeaderException.class);
        assertThat(GroupCalls.notChanged(new LeaderSteppingDownException("handing over")))
                .isInstanceOf(NotLeaderException.class);
    }

    @Test
    void allElseIsUnknown() {
        List<Exception> others = List.of(
                new org.apache.ratis.protocol.exceptions.NotLeaderException(null, null, List.of()),
                new TimeoutIOException("slow"),
                new IOException("the disk"),
                new IllegalStateException("closed"));
        assertThat(others)
                .allSatisfy(
                        each -> assertThat(GroupCalls.notChanged(each)).isInstanceOf(OutcomeUnknownException.class));
    }
}
