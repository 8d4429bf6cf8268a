// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceTest {
    private static final Place HERE = new Place("12", "100.5", "90.1", "8", "boot-1");

    @Test
    void aRestartOfTheMachineLeavesThePlaceAsItIs() {
        assertThat(HERE.isSameAs(new Place("12", "100.5", "90.1", "9", "boot-2")))
                .isTrue();
    }

    @Test
    void aChangeOfOwnerLeavesThePlaceAsItIs() {
        assertThat(HERE.isSameAs(new Place("12", "200.5", "90.1", "8", "boot-1")))
                .isTrue();
    }

    @Test
    void anotherInodeIsAnotherPlace() {
        assertThat(HERE.isSameAs(new Place("13", "100.5", "90.1", "8", "boot-1")))
                .isFalse();
    }

    @Test
    void theSameInodeByChanceIsAnotherPlace() {
        assertThat(HERE.isSameAs(new Place("12", "200.5", "90.1", "8", "boot-2")))
                .isFalse();
        assertThat(HERE.isSameAs(new Place("12", "200.5", "90.1", "9", "boot-1")))
                .isFalse();
    }

    @Test
    void aFileThatGotTheInodeOfADeletedOneIsAnotherPlace() {
        assertThat(HERE.isSameAs(new Place("12", "100.5", "95.2", "8", "boot-1")))
                .isFalse();
    }

    @Test
    void whereItIsNotKnownWhenAFileWasMadeTheRestDecides() {
        assertThat(HERE.isSameAs(new Place("12", "100.5", "", "8", "boot-1"))).isTrue();
        assertThat(HERE.isSameAs(new Place("13", "100.5", "", "8", "boot-1"))).isFalse();
    }

    @Test
    void withoutInodesPlacesCannotBeToldApart() {
        Place unknown = Place.parse("- - - - -");

        assertThat(HERE.isSameAs(unknown)).isTrue();
        assertThat(Place.parse(unknown.toString())).isEqualTo(unknown);
        assertThat(Place.parse(HERE.toString())).isEqualTo(HERE);
    }
}
