// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.admin.PeerGoodbye;
import dev.baton.admin.PeerHello;
import dev.baton.server.directory.DirectoryMember;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownPeersTest {
    private static final DirectoryMember SELF =
            new DirectoryMember("n1", "i1", Optional.of("http://127.0.0.1:1"), "", 1, "1", Duration.ZERO);

    private long now;
    private final KnownPeers known = new KnownPeers(() -> SELF, () -> now);

    private static PeerHello of(String id, String incarnation, long silentMs) {
        return new PeerHello(id, incarnation, "http://127.0.0.1:2", "", 1, "1", silentMs);
    }

    @Test
    void whoeverCallsHearsOfEverybody() {
        known.met(of("n2", "i2", 0));

        assertThat(known.met(of("n3", "i3", 0)).members())
                .extracting(PeerHello::id)
                .containsExactlyInAnyOrder("n1", "n2", "n3");
    }

    @Test
    void theWordHeardLastCounts() {
        known.heard(of("n2", "later", 0));
        known.heard(of("n2", "earlier", 500));

        assertThat(known.others()).extracting(DirectoryMember::incarnation).containsExactly("later");
    }

    @Test
    void whoIsSilentIsForgotten() {
        known.heard(of("n2", "i2", 0));

        now += KnownPeers.FORGOTTEN.toNanos();
        assertThat(known.others()).extracting(DirectoryMember::silent).containsExactly(KnownPeers.FORGOTTEN);
        now++;
        assertThat(known.others()).isEmpty();
    }

    @Test
    void whoTookLeaveIsForgottenAtOnceWhateverOthersSay() {
        known.heard(of("n2", "i2", 0));

        known.left(new PeerGoodbye("i2"));
        known.heard(of("n2", "i2", 0));

        assertThat(known.others()).isEmpty();
    }

    @Test
    void whoComesBackIsKnownAgain() {
        known.left(new PeerGoodbye("i2"));
        known.heard(of("n2", "i3", 0));
        known.left(new PeerGoodbye("i4"));
        known.met(of("n4", "i4", 0));

        assertThat(known.others()).extracting(DirectoryMember::incarnation).containsExactlyInAnyOrder("i3", "i4");
    }

    @Test
    void aNodeDoesNotMeetItself() {
        known.heard(of("n1", "other", 0));

        assertThat(known.others()).isEmpty();
    }

    @Test
    void anAddressThatLeadsElsewhereIsNone() {
        assertThatThrownBy(() -> new PeerHello("n2", "i", "file:///etc/passwd", "", 1, "1", 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PeerHello("n2", "i", "http://user:pw@host", "", 1, "1", 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PeerHello("n2", "i", "http://host/path", "", 1, "1", 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
