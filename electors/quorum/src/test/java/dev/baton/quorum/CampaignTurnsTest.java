// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.spi.Alarm;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a candidate stops asking and begins again, and what it says is in its way. */
class CampaignTurnsTest extends CampaignScene {
    // ---- when it begins again

    @Test
    void anAttemptThatIsNotAnsweredIsTakenBackFromAll() {
        asksForPromises();

        tick(false, TIMEOUT);

        assertThat(asked(Cancel.class)).containsExactly(FIRST, SELF, THIRD);
    }

    @Test
    void itsOwnVoterThatAbstainsIsWaitedForWithoutAskingAnybody() {
        long until = MonotonicTime.plus(NOW, Duration.ofSeconds(9));
        voter = voterSince(until);
        campaign = campaign();
        campaign.want();

        tick(true, NOW);

        assertThat(effects).isEmpty();
        assertThat(campaign.wakeAt(NOW)).isEqualTo(until);
        tick(true, until);
        assertThat(asked(Ask.class)).containsExactly(FIRST);
    }

    @Test
    void itDoesNotDisturbACandidateThatHasItsOwnPromise() {
        voter.ask(THIRD, new Ask(ORDERS, new LeaseToken(9, 9), Epoch.of(3), TERMS.lease(), 3), NOW);
        campaign.want();

        tick(false, NOW);

        assertThat(effects).isEmpty();
        assertThat(campaign.wakeAt(NOW)).isLessThan(TIMEOUT);
    }

    @Test
    void itStopsAskingWhenItIsNotWantedAnyMoreAndForgetsThatItFailed() {
        campaign.want();
        tick(true, NOW);
        says(FIRST, Answer.TAKEN, NOW);
        campaign.end();
        effects.clear();
        assertThat(campaign.wakeAt(NOW)).isEqualTo(MonotonicTime.never(NOW));

        campaign.want();
        tick(true, MonotonicTime.plus(NOW, TERMS.renewInterval()));

        assertThat(asked(Ask.class))
                .as("without pre-votes, as the first attempt")
                .containsExactly(FIRST);
    }

    // ---- how many ask at once

    @Test
    void itWaitsForItsTurnWhileOthersAsk() {
        limit.began();
        campaign.want();
        tick(true, NOW);
        assertThat(effects).isEmpty();
        limit.turns(turns::add);
        assertThat(turns).isEmpty();

        limit.ended();
        limit.turns(turns::add);
        tick(true, NOW);

        assertThat(turns).containsExactly(ORDERS);
        assertThat(asked(Ask.class)).containsExactly(FIRST);
    }

    @Test
    void itsTurnEndsWithItsVictory() {
        asksForPromises();
        says(SELF, Answer.PROMISED, NOW);
        assertThat(limit.allows(ORDERS)).isFalse();

        says(THIRD, Answer.PROMISED, NOW);

        assertThat(limit.allows(ORDERS)).isTrue();
    }

    @Test
    void itsTurnEndsWithItsFailureAndWithItsWish() {
        asksForPromises();
        tick(false, TIMEOUT);
        assertThat(limit.allows(ORDERS)).isTrue();
        tick(false, campaign.wakeAt(TIMEOUT));
        assertThat(limit.allows(ORDERS)).as("it asks again").isFalse();

        campaign.end();
        campaign.end();

        assertThat(limit.allows(ORDERS)).isTrue();
        limit.began();
        assertThat(limit.allows(ORDERS)).as("it was not counted twice").isFalse();
    }

    // ---- what is in its way

    @Test
    void anObstacleIsToldOnceAndItsEndAsWell() {
        campaign.want();
        electorate.objection = Optional.of(new Alarm(Alarm.Kind.UNREACHABLE, "modelled"));
        tick(false, NOW);
        tick(false, NOW + 1);
        assertThat(asked(PreVote.class)).isEmpty();
        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE);

        electorate.objection = Optional.empty();
        tick(false, NOW + 2);

        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE, Alarm.Kind.REACHABLE);
        assertThat(asked(PreVote.class)).hasSize(3);
    }

    @Test
    void whoEntersAgainIsToldAgain() {
        campaign.want();
        electorate.objection = Optional.of(new Alarm(Alarm.Kind.UNREACHABLE, "modelled"));
        tick(false, NOW);

        campaign.entered();
        tick(false, NOW);

        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE, Alarm.Kind.UNREACHABLE);
    }

    @Test
    void anObstacleIsOverWhereAnotherLeads() {
        campaign.want();
        tick(false, NOW);
        tick(false, TIMEOUT);
        tick(false, campaign.wakeAt(TIMEOUT));
        assertThat(alarms()).as("nobody has answered").containsExactly(Alarm.Kind.UNREACHABLE);

        campaign.tick(false, false, () -> Epoch.of(1), TIMEOUT + 1);

        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE, Alarm.Kind.REACHABLE);
    }

    @Test
    void whereItCannotWriteItWaitsForLongerThanALeaseAndSaysSoOnce() {
        asksForPromises();
        says(SELF, Answer.CANNOT_WRITE, NOW);
        long next = campaign.wakeAt(NOW);

        assertThat(alarms()).containsExactly(Alarm.Kind.STATE_NOT_WRITABLE);
        assertThat(asked(Cancel.class)).hasSize(3);
        assertThat(MonotonicTime.isBefore(next, MonotonicTime.plus(NOW, TERMS.lease())))
                .isFalse();
        tick(true, next);
        says(SELF, Answer.WILLING, next);
        says(THIRD, Answer.WILLING, next);
        tick(true, next);
        says(SELF, Answer.CANNOT_WRITE, next);
        assertThat(alarms()).hasSize(1);
    }

    @Test
    void anotherVoterThatCannotWriteIsOneRefusalOfThree() {
        asksForPromises();
        says(SELF, Answer.PROMISED, NOW);

        says(FIRST, Answer.CANNOT_WRITE, NOW);

        assertThat(alarms()).isEmpty();
        assertThat(says(THIRD, Answer.PROMISED, NOW)).isPresent();
    }
}
