// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import dev.baton.internal.state.StateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a voter must not forget. */
class LedgerFileTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration LEASE = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void chooseFile() {
        file = folder.resolve("x.state");
    }

    private static VoterState promise(ElectionName election, Epoch epoch, Duration lease) {
        return new VoterState(Map.of(election, epoch), lease, Map.of());
    }

    private static Epoch highest(LedgerFile ledger, ElectionName election) {
        return ledger.read().epochs().getOrDefault(election, Epoch.NONE);
    }

    private LedgerFile open() {
        return new LedgerFile(file, "one", "a");
    }

    @Test
    void epochsAndTheLongestLeaseOutliveTheProcess() {
        try (LedgerFile ledger = open()) {
            ledger.write(promise(ELECTION, Epoch.of(7), LEASE));
            ledger.write(promise(ELECTION, Epoch.of(9), LEASE.dividedBy(2)));
            ledger.write(promise(ElectionName.of("other"), Epoch.of(2), LEASE));
        }

        try (LedgerFile again = open()) {
            assertThat(highest(again, ELECTION)).isEqualTo(Epoch.of(9));
            assertThat(highest(again, ElectionName.of("other"))).isEqualTo(Epoch.of(2));
            assertThat(again.read().longestLease()).isEqualTo(LEASE);
        }
    }

    @Test
    void aMarkOutlivesTheProcessAndWhatIsPromisedLater() {
        try (LedgerFile ledger = open()) {
            assertThat(ledger.mark()).isEmpty();
            ledger.mark("first");
            assertThat(file).exists();
            ledger.write(promise(ELECTION, Epoch.of(7), LEASE));
        }

        try (LedgerFile again = open()) {
            assertThat(again.mark()).contains("first");
            again.mark("second");
        }

        try (LedgerFile again = open()) {
            assertThat(again.mark()).contains("second");
            assertThat(highest(again, ELECTION)).isEqualTo(Epoch.of(7));
            assertThat(again.read().longestLease()).isEqualTo(LEASE);
        }
    }

    @Test
    void anEpochNeverFalls() {
        try (LedgerFile ledger = open()) {
            ledger.write(promise(ELECTION, Epoch.of(7), LEASE));
            ledger.write(promise(ELECTION, Epoch.of(3), LEASE));

            assertThat(highest(ledger, ELECTION)).isEqualTo(Epoch.of(7));
        }
    }

    @Test
    void onlyOneProcessUsesIt() {
        try (LedgerFile ledger = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("in use");
            assertThat(highest(ledger, ELECTION)).isEqualTo(Epoch.NONE);
        }
    }

    @Test
    void aFileOfAnotherNodeOrClusterIsRefused() {
        try (LedgerFile ledger = open()) {
            ledger.write(promise(ELECTION, Epoch.of(7), LEASE));
        }

        assertThatThrownBy(() -> new LedgerFile(file, "other", "a")).hasMessageContaining("is not this node's");
        assertThatThrownBy(() -> new LedgerFile(file, "one", "b")).hasMessageContaining("is not this node's");
    }

    @Test
    void aDamagedFileIsRefusedAndNotGuessedAt() throws IOException {
        try (LedgerFile ledger = open()) {
            ledger.write(promise(ELECTION, Epoch.of(7), LEASE));
        }
        String whole = Files.readString(file);
        Files.writeString(file, whole.replace("coordinator 7", "coordinator 3"));
        assertThatThrownBy(this::open).hasMessageContaining("damaged");
        Files.writeString(file, whole);

        for (String content : new String[] {
            "",
            "coordinator 7\n",
            "lease x\n",
            "lease 3\ncoordinator x\n",
            "lease 3\ncoordinator " + Long.MAX_VALUE + "\n"
        }) {
            try (StateFile checked = new StateFile(file, "votes", "one a", "")) {
                checked.replace(content);
            }
            assertThatThrownBy(this::open).hasMessageContaining("damaged");
        }
    }

    @Test
    void aLedgerBehindALinkStaysOnItsVolume() throws IOException {
        Path volume = Files.createDirectory(folder.resolve("volume")).resolve("kept");
        Files.createSymbolicLink(file, volume);
        try (LedgerFile ledger = open()) {
            ledger.write(promise(ELECTION, Epoch.of(5), LEASE));
            ledger.write(promise(ELECTION, Epoch.of(9), LEASE));
        }

        try (LedgerFile onTheVolume = new LedgerFile(volume, "one", "a")) {
            assertThat(highest(onTheVolume, ELECTION)).isEqualTo(Epoch.of(9));
        }
    }

    @Test
    void whatCannotBeWrittenIsNotPromised() throws IOException {
        try (LedgerFile ledger = open()) {
            // A folder at the place of the new file: not even root writes there.
            Files.createDirectory(folder.resolve("x.state.new"));

            assertThatThrownBy(() -> ledger.write(promise(ELECTION, Epoch.of(7), LEASE)))
                    .isInstanceOf(UnavailableException.class);
            assertThat(highest(ledger, ELECTION)).isEqualTo(Epoch.NONE);
        }
    }
}
