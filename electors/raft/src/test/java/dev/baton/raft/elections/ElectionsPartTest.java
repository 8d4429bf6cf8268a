// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static dev.baton.raft.elections.Rows.ORDERS;
import static dev.baton.raft.elections.Rows.row;
import static dev.baton.raft.elections.Rows.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.NodeId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ElectionsPartTest {
    private final ElectionsPart part = new ElectionsPart(() -> {
        throw new AssertionError("applying reads no clock");
    });

    private byte[] apply(ElectionChange... changes) {
        return part.apply(1, Entries.write(List.of(changes)));
    }

    private static byte[] snapshot(ElectionsPart of) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        of.snapshot(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    @Test
    void aGrantIsMadeOnlyOnTheRowThatItWasDecidedOn() {
        ElectionRow first = row("a", 1, 1);
        ElectionRow second = row("b", 2, 2);

        assertThat(apply(new ElectionChange.Grant(Optional.of(row("x", 9, 1).grant()), first)))
                .containsExactly(0);
        assertThat(apply(new ElectionChange.Grant(Optional.empty(), first))).containsExactly(1);
        assertThat(apply(new ElectionChange.Grant(Optional.empty(), second))).containsExactly(0);
        assertThat(apply(new ElectionChange.Grant(Optional.of(first.grant()), second)))
                .containsExactly(1);

        assertThat(part.row(ORDERS)).isEqualTo(second);
    }

    @Test
    void aGrantThatWasDecidedOnAnEarlierGrantOfTheSameTokenIsNotMade() {
        ElectionRow first = row("a", 1, 1);
        ElectionRow again = row("a", 1, 3);
        apply(new ElectionChange.Grant(Optional.empty(), first));
        apply(new ElectionChange.Grant(Optional.of(first.grant()), row("b", 2, 2)));
        apply(new ElectionChange.Grant(Optional.of(row("b", 2, 2).grant()), again));

        assertThat(apply(new ElectionChange.Grant(Optional.of(first.grant()), row("c", 3, 2))))
                .containsExactly(0);
        assertThat(part.row(ORDERS)).isEqualTo(again);
    }

    @Test
    void aReleaseIsMadeOnceAndByItsTokenOnly() {
        apply(new ElectionChange.Grant(Optional.empty(), row("a", 1, 1)));
        List<ElectionName> told = new ArrayList<>();
        part.listen(told::add);
        ElectionChange release = new ElectionChange.Release(ORDERS, token(1), Optional.of(NodeId.of("b")));

        assertThat(apply(new ElectionChange.Release(ORDERS, token(2), Optional.empty())))
                .containsExactly(0);
        assertThat(apply(release)).containsExactly(1);
        assertThat(apply(release)).containsExactly(0);

        assertThat(part.row(ORDERS)).isEqualTo(row("a", 1, 1).givenBack(Optional.of(NodeId.of("b"))));
        assertThat(told).containsExactly(ORDERS);
    }

    @Test
    void aSnapshotHoldsEverythingAndIsTheSameForEqualStates() throws IOException {
        apply(new ElectionChange.Grant(Optional.empty(), row("a", 1, 1)));
        apply(new ElectionChange.Release(ORDERS, token(1), Optional.of(NodeId.of("b"))));
        ElectionsPart other = new ElectionsPart(() -> 0);

        other.restore(new DataInputStream(new ByteArrayInputStream(snapshot(part))));

        assertThat(other.row(ORDERS)).isEqualTo(part.row(ORDERS));
        assertThat(snapshot(other)).isEqualTo(snapshot(part));
    }

    @Test
    void aRestoreTellsOfWhatIsNew() throws IOException {
        apply(new ElectionChange.Grant(Optional.empty(), row("a", 1, 1)));
        ElectionsPart other = new ElectionsPart(() -> 0);
        List<ElectionName> told = new ArrayList<>();
        other.listen(told::add);

        other.restore(new DataInputStream(new ByteArrayInputStream(snapshot(part))));
        other.restore(new DataInputStream(new ByteArrayInputStream(snapshot(part))));

        assertThat(told).containsExactly(ORDERS);
    }

    @Test
    void whatANewerVersionWroteIsRefusedLoudly() {
        byte[] newer = Entries.write(List.of());
        newer[0] = 2;

        assertThatThrownBy(() -> part.apply(1, newer)).hasMessageContaining("version 2");
        assertThatThrownBy(() -> part.restore(new DataInputStream(new ByteArrayInputStream(new byte[] {2}))))
                .hasMessageContaining("version 2");
    }
}
