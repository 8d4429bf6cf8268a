// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import static dev.baton.kafka.groups.MemberPlaces.MEMBER_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.kafka.groups.MemberPlaces.Member;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemberPlacesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long SESSION = 10 * SECOND;

    private final MemberPlaces places = new MemberPlaces(3L * MEMBER_BYTES);

    private static Member member(String id) {
        return new Member("group", id);
    }

    private boolean joins(String id, long bytes, long now) {
        boolean taken = places.take(member(id), bytes, SESSION, now);
        if (taken) {
            places.settled(member(id), member(id), now);
        }
        return taken;
    }

    @Test
    void nobodyIsLetInWhoDoesNotFit() {
        assertThat(joins("a", MEMBER_BYTES, 0)).isTrue();
        assertThat(joins("b", 1, 0)).isFalse();
        assertThat(joins("b", 0, 0)).isTrue();
        assertThat(joins("c", 0, 0)).isFalse();
    }

    @Test
    void memberThatIsNotHeardOfMakesRoomAfterItsSession() {
        joins("a", 2 * MEMBER_BYTES, 0);

        assertThat(joins("b", 0, SESSION - 1)).isFalse();
        assertThat(joins("b", 0, SESSION + SECOND)).isTrue();
    }

    @Test
    void memberThatIsHeardOfKeepsItsPlace() {
        joins("a", 2 * MEMBER_BYTES, 0);

        places.heard(member("a"), SESSION - 1);

        assertThat(joins("b", 0, SESSION + SECOND)).isFalse();
        assertThat(joins("b", 0, 2 * SESSION + SECOND)).isTrue();
    }

    @Test
    void memberThatWaitsForAnAnswerIsNotForgotten() {
        places.take(member("a"), 2 * MEMBER_BYTES, SESSION, 0);

        assertThat(joins("b", 0, 100 * SESSION)).isFalse();
    }

    @Test
    void memberThatJoinsAgainTakesNoSecondPlace() {
        joins("a", 2 * MEMBER_BYTES, 0);

        assertThat(joins("a", MEMBER_BYTES, 0)).isTrue();
        assertThat(joins("b", 0, 0)).isTrue();
    }

    @Test
    void idThatIsGivenToAMemberTakesOverItsPlace() {
        Member nameless = new Member("group", new Object());
        places.take(nameless, 0, SESSION, 0);
        places.settled(nameless, member("a"), 0);

        assertThat(places.taken()).isEqualTo(MEMBER_BYTES);
        places.free(member("a"));
        assertThat(places.taken()).isZero();
    }

    @Test
    void whatALeaderAddsCountsUntilItJoinsAgain() {
        joins("a", 0, 0);

        assertThat(places.add(member("a"), 2 * MEMBER_BYTES, SESSION, 0)).isTrue();
        assertThat(places.add(member("a"), 1, SESSION, 0)).isFalse();
        assertThat(joins("a", 0, 0)).isTrue();
        assertThat(places.taken()).isEqualTo(MEMBER_BYTES);
    }

    @Test
    void whatIsTakenIsTheSumOfAllPlacesWhateverHappens() {
        for (int seed = 0; seed < 50; seed++) {
            Random chance = new Random(seed);
            long limit = 20L * MEMBER_BYTES;
            MemberPlaces any = new MemberPlaces(limit);
            long now = 0;
            for (int i = 0; i < 2_000; i++) {
                now += chance.nextInt(2) * SECOND;
                Member member = member("m" + chance.nextInt(30));
                switch (chance.nextInt(5)) {
                    case 0 -> any.take(member, chance.nextInt(5_000), SESSION, now);
                    case 1 -> any.settled(member, member("m" + chance.nextInt(30)), now);
                    case 2 -> any.heard(member, now);
                    case 3 -> any.add(member, chance.nextInt(5_000), SESSION, now);
                    default -> any.free(member);
                }
                assertThat(any.taken()).as("seed %s", seed).isBetween(0L, limit);
            }
            for (int i = 0; i < 30; i++) {
                any.free(member("m" + i));
            }
            assertThat(any.taken()).as("seed %s", seed).isZero();
        }
    }
}
