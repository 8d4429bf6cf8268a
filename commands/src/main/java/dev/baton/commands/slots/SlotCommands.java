// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static dev.baton.commands.slots.SlotCommand.reading;
import static dev.baton.commands.slots.SlotCommand.writing;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The table of contents: every command on slots. */
public final class SlotCommands {
    private static final int ANY = Integer.MAX_VALUE;

    /** By name, in capitals. */
    public static final Map<String, SlotCommand> BY_NAME = List.of(
                    reading("GET", 2, ValueCommands::get),
                    writing("SET", 3, ANY, ValueCommands::set),
                    new SlotCommand("DEL", 2, ANY, true, true, ValueCommands::delete),
                    new SlotCommand("EXISTS", 2, ANY, false, true, ValueCommands::exists),
                    reading("TTL", 2, ValueCommands::secondsLeft),
                    reading("PTTL", 2, ValueCommands::millisLeft),
                    writing("INCR", 2, 2, CounterCommands::increment),
                    writing("DECR", 2, 2, CounterCommands::decrement),
                    writing("INCRBY", 3, 3, CounterCommands::incrementBy),
                    writing("DECRBY", 3, 3, CounterCommands::decrementBy),
                    writing("LEASE.ACQUIRE", 4, 4, LeaseCommands::acquire),
                    writing("LEASE.RENEW", 5, 5, LeaseCommands::renew),
                    writing("LEASE.RELEASE", 4, 4, LeaseCommands::release),
                    reading("LEASE.GET", 2, LeaseCommands::get),
                    writing("BUCKET.TAKE", 5, 6, BucketCommands::take),
                    writing("LEAKY.ADD", 4, 5, BucketCommands::add),
                    writing("TICKER.SET", 4, 4, TickerCommands::set),
                    reading("TICKER.GET", 2, TickerCommands::get))
            .stream()
            .collect(Collectors.toUnmodifiableMap(SlotCommand::name, Function.identity()));

    private SlotCommands() {}
}
