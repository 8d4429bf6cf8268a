// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.directory.Member;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeerDirectoryTest {
    private static Member member(String id, String incarnation, String admin, long silent) {
        return new Member(
                id,
                incarnation,
                admin.isEmpty() ? Optional.empty() : Optional.of(admin),
                "",
                1,
                "",
                Duration.ofSeconds(silent));
    }

    @Test
    void whoIsKnownTwiceIsThereOnce() {
        Member fromTable = member("n2", "i2", "http://b", 3);
        Member introduced = member("n2", "i2", "http://b", 1);
        Member withoutAddress = member("n2", "i2", "", 0);

        assertThat(PeerDirectory.merge(List.of(fromTable, introduced, withoutAddress)))
                .containsExactly(introduced);
    }

    @Test
    void anIdAloneGivesWayToANodeThatIsKnown() {
        Member idAlone = member("n2", "", "", 0);
        Member known = member("n2", "i2", "http://b", 1);

        assertThat(PeerDirectory.merge(List.of(idAlone, known))).containsExactly(known);
        assertThat(PeerDirectory.merge(List.of(idAlone))).containsExactly(idAlone);
    }

    @Test
    void twoStartsOfANodeAndTwoAddressesStayApart() {
        Member before = member("n2", "i2", "http://b", 9);
        Member again = member("n2", "i3", "http://b", 0);
        Member configured = member("http://c", "", "http://c", 0);

        assertThat(PeerDirectory.merge(List.of(before, again, configured))).containsExactly(before, again, configured);
    }
}
