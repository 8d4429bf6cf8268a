// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.Epoch;
import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.CommandRefusedException;
import dev.baton.commands.resp.Reply;
import java.util.concurrent.TimeUnit;

/** Slots whose time the test moves, spoken to in the words of clients. */
final class SlotsOnTest {
    final Slots slots;
    long now;

    SlotsOnTest() {
        this(Epoch.of(7), SlotLimits.DEFAULT);
    }

    SlotsOnTest(Epoch epoch, SlotLimits limits) {
        this(new Tokens(epoch), limits);
    }

    SlotsOnTest(Tokens tokens, SlotLimits limits) {
        this.slots = new Slots(tokens, limits);
    }

    /** @param words without spaces in them */
    Reply say(String words) {
        return say(Arguments.of(words.split(" ")));
    }

    Reply say(Arguments arguments) {
        try {
            return SlotCommands.BY_NAME.get(arguments.name()).run(slots, arguments, now);
        } catch (CommandRefusedException refused) {
            return refused.reply();
        }
    }

    void passMillis(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
