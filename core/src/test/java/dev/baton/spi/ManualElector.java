// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** An elector of one contest that does what the test says, and notes what it is asked. */
public final class ManualElector implements Elector {
    private final List<String> asked = new ArrayList<>();
    private final List<ElectorEvent> early = new ArrayList<>();
    private Consumer<ElectorEvent> events = event -> {
        throw new AssertionError("nobody entered");
    };
    private Guarantee guarantee =
            new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.PROCESS, "by hand");
    private Duration certainty = Duration.ofSeconds(6);
    private String brokenAt = "";
    private volatile Optional<Priority> ready = Optional.empty();

    /** An event that is told before {@link #enter} returns. */
    public ManualElector early(ElectorEvent event) {
        early.add(event);
        return this;
    }

    public ManualElector guarantee(Guarantee stated) {
        guarantee = stated;
        return this;
    }

    public ManualElector certainty(Duration stated) {
        certainty = stated;
        return this;
    }

    /** From now on the call that begins with {@code call} throws. */
    public ManualElector breakAt(String call) {
        brokenAt = call;
        return this;
    }

    /** With which priority the candidate last said that it is ready. */
    public Optional<Priority> ready() {
        return ready;
    }

    /** What was asked since the last time this was asked. */
    public List<String> takeAsked() {
        List<String> taken = List.copyOf(asked);
        asked.clear();
        return taken;
    }

    public void tell(ElectorEvent event) {
        events.accept(event);
    }

    private void note(String call) {
        asked.add(call);
        if (!brokenAt.isEmpty() && call.startsWith(brokenAt)) {
            throw new IllegalStateException(call + " is broken");
        }
    }

    @Override
    public Guarantee guarantee() {
        note("guarantee");
        return guarantee;
    }

    @Override
    public Duration certainty() {
        return certainty;
    }

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> consumer) {
        note("enter " + entry.election());
        events = consumer;
        early.forEach(consumer);
        return new Contest() {
            @Override
            public void ready(Optional<Priority> priority) {
                ready = priority;
            }

            @Override
            public void campaign(Priority priority) {
                note("campaign " + priority.value());
            }

            @Override
            public void withdraw() {
                note("withdraw");
            }

            @Override
            public void release(Epoch epoch, Optional<NodeId> successor) {
                note("release " + epoch + successor.map(node -> " to " + node).orElse(""));
            }

            @Override
            public void abandon(Epoch epoch) {
                note("abandon " + epoch);
            }

            @Override
            public void close() {
                note("leave");
            }
        };
    }

    @Override
    public void close() {
        note("close");
    }
}
