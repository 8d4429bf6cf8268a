// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.directory.DirectoryMember;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeerDirectoryTest {
    private static DirectoryMember member(String id, String incarnation, String admin, long silent) {
        return new DirectoryMember(
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
        DirectoryMember fromTable = member("n2", "i2", "http://b", 3);
        DirectoryMember introduced = member("n2", "i2", "http://b", 1);
        DirectoryMember withoutAddress = member("n2", "i2", "", 0);

        assertThat(PeerDirectory.merge(List.of(fromTable, introduced, withoutAddress)))
                .containsExactly(introduced);
    }

    @Test
    void anIdAloneGivesWayToANodeThatIsKnown() {
        DirectoryMember idAlone = member("n2", "", "", 0);
        DirectoryMember known = member("n2", "i2", "http://b", 1);

        assertThat(PeerDirectory.merge(List.of(idAlone, known))).containsExactly(known);
        assertThat(PeerDirectory.merge(List.of(idAlone))).containsExactly(idAlone);
    }

    @Test
    void twoStartsOfANodeAndTwoAddressesStayApart() {
        DirectoryMember before = member("n2", "i2", "http://b", 9);
        DirectoryMember again = member("n2", "i3", "http://b", 0);
        DirectoryMember configured = member("http://c", "", "http://c", 0);

        assertThat(PeerDirectory.merge(List.of(before, again, configured))).containsExactly(before, again, configured);
    }
}
