// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseToken;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a candidate asks, in which order, and whose answers it hears. */
class CampaignTest extends CampaignScene {
    // ---- whom it asks

    @Test
    void itAsksNobodyUnlessItIsWanted() {
        tick(false, NOW);

        assertThat(effects).isEmpty();
        assertThat(campaign.wakeAt(NOW)).isEqualTo(MonotonicTime.never(NOW));
    }

    @Test
    void itAsksNobodyWhileAnotherLeads() {
        campaign.want();

        campaign.tick(false, false, () -> Epoch.of(1), NOW);

        assertThat(effects).isEmpty();
    }

    @Test
    void thoseWhoAreWillingAreAskedInTheOrderThatAllAgreeOn() {
        asksForPromises();

        assertThat(asked(PreVote.class)).containsExactly(FIRST, SELF, THIRD);
        assertThat(asked(Ask.class)).as("the first one that is willing").containsExactly(SELF);
    }

    @Test
    void theOthersAreAskedOnceTheFirstOneHasPromised() {
        asksForPromises();

        assertThat(says(SELF, Answer.PROMISED, NOW)).isEmpty();

        assertThat(asked(Ask.class)).containsExactly(SELF, FIRST, THIRD);
        assertThat(says(THIRD, Answer.PROMISED, NOW)).isPresent();
    }

    @Test
    void theOthersAreAskedWhereTheFirstOneStaysSilentForAWhile() {
        asksForPromises();
        long patience = MonotonicTime.plus(NOW, TERMS.renewInterval().dividedBy(4));
        assertThat(campaign.wakeAt(NOW)).isEqualTo(patience);

        tick(false, patience - 1);
        assertThat(asked(Ask.class)).hasSize(1);
        tick(false, patience);

        assertThat(asked(Ask.class)).hasSize(3);
    }

    @Test
    void aFirstOneThatCannotPromiseIsPassedOver() {
        asksForPromises();

        says(SELF, Answer.PROMISED, NOW);
        effects.clear();
        campaign.end();
        campaign.want();
        tick(true, NOW);
        assertThat(asked(Ask.class)).containsExactly(FIRST);
        says(FIRST, Answer.ABSTAINS, NOW);

        assertThat(asked(Ask.class)).containsExactly(FIRST, SELF, THIRD);
    }

    @Test
    void aFirstOneThatHasPromisedToAnotherEndsTheAttempt() {
        asksForPromises();
        campaign.end();
        effects.clear();
        campaign.want();
        tick(true, NOW);

        says(FIRST, Answer.TAKEN, NOW);

        assertThat(asked(Ask.class)).containsExactly(FIRST);
        assertThat(asked(Cancel.class)).containsExactly(FIRST, SELF, THIRD);
    }

    @Test
    void whereItIsSettledWhoAsksAllAreAskedAtOnce() {
        electorate.settled = true;

        asksForPromises();

        assertThat(asked(Ask.class)).containsExactly(SELF, FIRST, THIRD);
    }

    @Test
    void afterAFailureAllAskTheSameOneFirstAgain() {
        electorate.settled = true;
        campaign.want();
        tick(true, NOW);
        assertThat(asked(Ask.class)).hasSize(3);
        says(FIRST, Answer.TAKEN, NOW);
        says(THIRD, Answer.TAKEN, NOW);
        effects.clear();

        long next = campaign.wakeAt(NOW);
        tick(true, next);
        says(FIRST, Answer.WILLING, next);
        says(SELF, Answer.WILLING, next);
        tick(true, next);

        assertThat(asked(PreVote.class)).hasSize(3);
        assertThat(asked(Ask.class)).containsExactly(FIRST);
    }

    // ---- what it hears

    @Test
    void aVoteOfSomebodyWhoIsNoVoterIsNotHeard() {
        asksForPromises();
        says(STRANGER, Answer.TAKEN, NOW);
        assertThat(asked(Cancel.class)).isEmpty();
        says(SELF, Answer.PROMISED, NOW);

        assertThat(says(STRANGER, Answer.PROMISED, NOW)).isEmpty();
        assertThat(says(THIRD, Answer.PROMISED, NOW)).isPresent();
    }

    @Test
    void anAnswerToAnEarlierAttemptIsNotHeard() {
        asksForPromises();
        says(SELF, Answer.PROMISED, NOW);
        LeaseToken earlier = lastToken();
        campaign.end();
        campaign.want();
        tick(true, NOW);

        campaign.vote(FIRST, new Vote(ORDERS, earlier, Answer.PROMISED, Epoch.of(1), 3), NOW);

        assertThat(campaign.vote(THIRD, new Vote(ORDERS, earlier, Answer.PROMISED, Epoch.of(1), 3), NOW))
                .isEmpty();
    }

    @Test
    void theOwnRefusalEndsARoundOfPreVotes() {
        campaign.want();
        tick(false, NOW);

        says(SELF, Answer.ABSTAINS, NOW);

        assertThat(campaign.wakeAt(NOW)).as("it has failed, and waits").isLessThan(TIMEOUT);
        says(FIRST, Answer.WILLING, NOW);
        says(THIRD, Answer.WILLING, NOW);
        tick(false, NOW);
        assertThat(asked(Ask.class)).isEmpty();
    }

    @Test
    void twoOthersAreEnoughWhereThisNodeHasNoVote() {
        electorate.voters = List.of(FIRST, THIRD, STRANGER);
        electorate.votes = false;
        campaign.want();
        tick(false, NOW);
        says(FIRST, Answer.WILLING, NOW);
        says(THIRD, Answer.WILLING, NOW);
        tick(false, NOW);
        says(FIRST, Answer.PROMISED, NOW);

        assertThat(says(THIRD, Answer.PROMISED, NOW)).isPresent();
    }

    @Test
    void twoOthersAreNotEnoughWithoutTheOwnPromise() {
        asksForPromises();
        tick(false, MonotonicTime.plus(NOW, TERMS.renewInterval().dividedBy(4)));

        assertThat(says(FIRST, Answer.PROMISED, NOW)).isEmpty();
        assertThat(says(THIRD, Answer.PROMISED, NOW)).isEmpty();
        assertThat(says(SELF, Answer.PROMISED, NOW)).isPresent();
    }

    @Test
    void thoseWhoHaveNotAnsweredAreAskedAgainAndNobodyElse() {
        campaign.want();
        tick(false, NOW);
        says(THIRD, Answer.WILLING, NOW);
        effects.clear();
        campaign.repeat();
        assertThat(asked(PreVote.class)).containsExactly(FIRST, SELF);
        says(SELF, Answer.WILLING, NOW);
        tick(false, NOW);
        effects.clear();

        campaign.repeat();
        assertThat(asked(Ask.class)).as("the others were not asked yet").containsExactly(SELF);
        says(SELF, Answer.PROMISED, NOW);
        says(FIRST, Answer.ABSTAINS, NOW);
        effects.clear();
        campaign.repeat();

        assertThat(asked(Ask.class)).containsExactly(THIRD);
    }
}
