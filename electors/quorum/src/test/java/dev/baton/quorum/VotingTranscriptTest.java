// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.EventWords;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.Transcripts;
import dev.baton.internal.check.Validation;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** One election among three voters, message by message. */
class VotingTranscriptTest {
    private static final ElectionName ELECTION = ElectionName.of("orders");
    private static final LeaseTerms TERMS = LeaseTerms.DEFAULT;
    private static final int SIZE = 3;
    /** The clock wraps ten seconds after it. */
    private static final long ORIGIN = Long.MAX_VALUE - Duration.ofSeconds(10).toNanos();

    @TestFactory
    Stream<DynamicTest> transcripts() {
        return Transcripts.in("voting", Script::new);
    }

    /**
     * Times are since the start. Messages wait until they are delivered, or until time passes. What is written is durable
     * at once, unless the disk is slow.
     */
    private static final class Script implements Transcripts.Stage {
        private final MessageWords words = new MessageWords();
        private final Map<String, Member> members = new TreeMap<>();
        private final Map<String, VoterState> disks = new HashMap<>();
        private final Map<NodeId, Node> here = new TreeMap<>();
        private final Deque<Mail> mail = new ArrayDeque<>();
        /** What arrives only when the script says so. */
        private final Deque<Mail> late = new ArrayDeque<>();
        /** Voters whose links delay everything. */
        private final Set<String> cut = new HashSet<>();

        private final List<String> said = new ArrayList<>();
        private long now = ORIGIN;
        private long starts;

        private record Mail(Member from, Node to, VotingMessage message) {
            boolean isBetween(String one, String other) {
                return from.id.equals(one) && to.id().value().equals(other);
            }

            String show(MessageWords words) {
                return from.id + " to " + to.id() + ": " + words.of(message);
            }
        }

        @Override
        public List<String> play(String command, List<String> arguments) {
            switch (command) {
                case "start" -> arguments.forEach(this::start);
                case "crash" -> crash(arguments.get(0));
                case "prove-gone" -> proveGone(arguments.get(0));
                case "deliver" -> deliver(arguments);
                case "lose" -> lose(arguments.get(0), arguments.get(1));
                case "delay" -> delay(arguments.get(0), arguments.get(1));
                case "cut" -> cut.add(arguments.get(0));
                case "mend" -> cut.clear();
                case "arrive" -> arrive();
                case "advance" -> advance(Transcripts.duration(arguments.get(0)));
                default -> members.get(arguments.get(0)).play(command, arguments);
            }
            List<String> told = List.copyOf(said);
            said.clear();
            return told;
        }

        private void start(String id) {
            Node node = new Node(NodeId.of(id), new Incarnation(++starts));
            here.put(node.id(), node);
            Member member = new Member(id, node);
            members.put(id, member);
            member.perform(member.voting.enter(new ElectionEntry(ELECTION, node, Endpoints.NONE), now));
        }

        private void crash(String id) {
            Member ended = members.remove(id);
            here.remove(ended.self.id());
            mail.removeIf(letter -> letter.to().equals(ended.self));
            all(member -> member.voting.tick(now));
        }

        private void proveGone(String id) {
            Node former = new Node(
                    NodeId.of(id), new Incarnation(List.of("a", "b", "c").indexOf(id) + 1));
            all(member -> member.voting.gone(former, now));
        }

        private interface Move {
            List<VotingEffect> of(Member member);
        }

        private void all(Move move) {
            List.copyOf(members.values()).forEach(member -> member.perform(move.of(member)));
        }

        /** What has been sent so far, or what one has sent to another; or, {@code quietly}, all that comes of it. */
        private void deliver(List<String> arguments) {
            if (arguments.equals(List.of("quietly"))) {
                deliverQuietly();
                return;
            }
            Predicate<Mail> meant =
                    arguments.isEmpty() ? any -> true : letter -> letter.isBetween(arguments.get(0), arguments.get(1));
            List<Mail> now = mail.stream().filter(meant).toList();
            now.forEach(mail::remove);
            for (Mail letter : now) {
                said.add(letter.show(words));
                hear(letter);
            }
        }

        private void deliverQuietly() {
            for (Mail next = mail.poll(); next != null; next = mail.poll()) {
                hear(next);
            }
        }

        private void hear(Mail letter) {
            Member receiver = members.get(letter.to().id().value());
            if (receiver != null && receiver.self.equals(letter.to())) {
                receiver.perform(receiver.voting.received(letter.from().self, letter.message(), now));
            }
        }

        private void lose(String from, String to) {
            mail.stream()
                    .filter(letter -> letter.isBetween(from, to))
                    .forEach(letter -> said.add("lost: " + letter.show(words)));
            mail.removeIf(letter -> letter.isBetween(from, to));
        }

        private void delay(String from, String to) {
            mail.stream().filter(letter -> letter.isBetween(from, to)).forEach(late::add);
            mail.removeAll(late);
        }

        private void arrive() {
            late.descendingIterator().forEachRemaining(mail::addFirst);
            late.clear();
        }

        private void advance(Duration time) {
            deliverQuietly();
            long end = MonotonicTime.plus(now, time);
            for (long next = wake(); !MonotonicTime.isBefore(end, next); next = wake()) {
                now = MonotonicTime.later(now, next);
                all(member -> member.voting.tick(now));
                deliverQuietly();
            }
            now = end;
            all(member -> member.voting.tick(now));
            deliverQuietly();
        }

        private long wake() {
            return members.values().stream()
                    .map(member -> member.voting.wakeAt())
                    .reduce(MonotonicTime.never(now), MonotonicTime::earlier);
        }

        /** One voter and its candidate. */
        private final class Member implements VotingEffect.Performer {
            private final String id;
            private final Node self;
            private final Voting voting;
            private final Deque<VotingEffect.Persist> writes = new ArrayDeque<>();
            private boolean slow;

            Member(String id, Node self) {
                this.id = id;
                this.self = self;
                this.voting = new Voting(
                        self,
                        TERMS,
                        QuorumMode.MAJORITY,
                        new PresentVoters(here.values(), SIZE),
                        disks.getOrDefault(
                                id, VoterState.EMPTY.with(new VoterState(Map.of(), TERMS.lease(), Map.of()))),
                        new SplittableRandom(starts),
                        now);
            }

            void play(String command, List<String> arguments) {
                switch (command) {
                    case "campaign" -> perform(voting.campaign(ELECTION, Priority.DEFAULT, now));
                    case "withdraw" -> perform(voting.withdraw(ELECTION, now));
                    case "release" ->
                        perform(voting.release(
                                ELECTION,
                                voting.promised(ELECTION),
                                arguments.stream().skip(1).map(NodeId::of).findFirst(),
                                now));
                    case "abandon" -> perform(voting.abandon(ELECTION, voting.promised(ELECTION), now));
                    case "leave" -> perform(voting.leave(ELECTION, now));
                    case "repeat" -> perform(voting.repeat(now));
                    case "slow-disk" -> slow = true;
                    case "fast-disk" -> {
                        slow = false;
                        write(true);
                    }
                    case "written" -> write(true);
                    case "not-written" -> write(false);
                    default -> throw new AssertionError("no such command: " + command);
                }
            }

            private void perform(List<VotingEffect> effects) {
                effects.forEach(effect -> effect.performBy(this));
            }

            /** All that the disk was given so far. */
            private void write(boolean durable) {
                List<VotingEffect.Persist> given = List.copyOf(writes);
                writes.clear();
                for (VotingEffect.Persist write : given) {
                    if (durable) {
                        disks.merge(id, write.change(), VoterState::with);
                    }
                    perform(voting.persisted(write.number(), durable, now));
                }
            }

            @Override
            public void persist(long number, VoterState change) {
                Epoch epoch = change.epochs().getOrDefault(ELECTION, Epoch.NONE);
                said.add(id + " writes epoch " + epoch + ", lease " + Validation.show(change.longestLease()));
                writes.add(new VotingEffect.Persist(number, change));
                if (!slow) {
                    write(true);
                }
            }

            @Override
            public void send(Node to, VotingMessage message) {
                boolean delayed = cut.contains(id) || cut.contains(to.id().value());
                (delayed ? late : mail).add(new Mail(this, to, message));
            }

            @Override
            public void tell(ElectionName election, ElectorEvent event) {
                event.deliverTo(new EventWords(ORIGIN, text -> said.add(id + ": " + text)));
            }

            @Override
            public void watch(Node holder, Leader leader) {
                said.add(id + " watches " + holder.id());
            }

            @Override
            public void resolve(ElectionName election, Leader one, Leader other) {
                throw new AssertionError("two leaders met in spite of a quorum");
            }
        }
    }
}
