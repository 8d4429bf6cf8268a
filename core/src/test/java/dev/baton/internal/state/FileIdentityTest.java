// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileIdentityTest {
    private static final FileIdentity HERE = new FileIdentity("12", "100.5", "90.1", "8", "boot-1");

    @Test
    void aRestartOfTheMachineLeavesThePlaceAsItIs() {
        assertThat(HERE.isSameAs(new FileIdentity("12", "100.5", "90.1", "9", "boot-2")))
                .isTrue();
    }

    @Test
    void aChangeOfOwnerLeavesThePlaceAsItIs() {
        assertThat(HERE.isSameAs(new FileIdentity("12", "200.5", "90.1", "8", "boot-1")))
                .isTrue();
    }

    @Test
    void anotherInodeIsAnotherPlace() {
        assertThat(HERE.isSameAs(new FileIdentity("13", "100.5", "90.1", "8", "boot-1")))
                .isFalse();
    }

    @Test
    void theSameInodeByChanceIsAnotherPlace() {
        assertThat(HERE.isSameAs(new FileIdentity("12", "200.5", "90.1", "8", "boot-2")))
                .isFalse();
        assertThat(HERE.isSameAs(new FileIdentity("12", "200.5", "90.1", "9", "boot-1")))
                .isFalse();
    }

    @Test
    void aFileThatGotTheInodeOfADeletedOneIsAnotherPlace() {
        assertThat(HERE.isSameAs(new FileIdentity("12", "100.5", "95.2", "8", "boot-1")))
                .isFalse();
    }

    @Test
    void whereItIsNotKnownWhenAFileWasMadeTheRestDecides() {
        assertThat(HERE.isSameAs(new FileIdentity("12", "100.5", "", "8", "boot-1")))
                .isTrue();
        assertThat(HERE.isSameAs(new FileIdentity("13", "100.5", "", "8", "boot-1")))
                .isFalse();
    }

    @Test
    void withoutInodesPlacesCannotBeToldApart() {
        FileIdentity unknown = FileIdentity.parse("- - - - -");

        assertThat(HERE.isSameAs(unknown)).isTrue();
        assertThat(FileIdentity.parse(unknown.toString())).isEqualTo(unknown);
        assertThat(FileIdentity.parse(HERE.toString())).isEqualTo(HERE);
    }
}
