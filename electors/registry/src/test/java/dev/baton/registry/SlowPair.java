// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Endpoints;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingEffect;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Two voters with a fixed delay between them; the first one campaigns whenever it does not lead. */
final class SlowPair {
    private final List<GroupMember> members = new ArrayList<>();
    private final List<RegistryRules> rules = new ArrayList<>();
    private final TreeMap<Long, List<Runnable>> mail = new TreeMap<>();
    private final long delay;
    private long now = 1_000;
    int lost;

    SlowPair(LeaseTerms terms, Duration delay) {
        this.delay = delay.toNanos();
        for (int i = 0; i < 2; i++) {
            Node node = new Node(NodeId.of("n" + i), new Incarnation(i + 1));
            members.add(new GroupMember(node, true, ""));
            rules.add(new RegistryRules(
                    node,
                    RegistrySettings.majorityOf(2).withTerms(terms),
                    VoterState.EMPTY,
                    new SplittableRandom(i),
                    now));
            int index = i;
            perform(
                    i,
                    rules.get(i)
                            .elect(
                                    (v, at) -> v.enter(
                                            new ElectionEntry(
                                                    RulesCluster.ELECTION,
                                                    members.get(index).node(),
                                                    Endpoints.NONE),
                                            at),
                                    now));
        }
        for (int i = 0; i < 2; i++) {
            perform(i, rules.get(i).view(new GroupView(1, members, false), now));
        }
        campaign();
    }

    private void campaign() {
        perform(0, rules.get(0).elect((v, at) -> v.campaign(RulesCluster.ELECTION, Priority.DEFAULT, at), now));
    }

    private void perform(int from, List<RegistryEffect> effects) {
        for (RegistryEffect effect : new WrittenAtOnce(rules.get(from), new MemoryLedger()).after(effects, now)) {
            if (effect instanceof RegistryEffect.Send send) {
                int to = 1 - from;
                mail.computeIfAbsent(now + delay, at -> new ArrayList<>())
                        .add(() -> perform(to, rules.get(to).received(members.get(from), send.message(), now)));
            } else if (effect instanceof RegistryEffect.Elect elect
                    && elect.effect() instanceof VotingEffect.Tell tell
                    && tell.event() instanceof Lost) {
                lost++;
                campaign();
            }
        }
    }

    void run(Duration time) {
        long end = now + time.toNanos();
        while (now < end) {
            now += 1_000_000;
            while (!mail.isEmpty() && mail.firstKey() <= now) {
                mail.pollFirstEntry().getValue().forEach(Runnable::run);
            }
            for (int i = 0; i < 2; i++) {
                perform(i, rules.get(i).tick(now));
            }
        }
    }
}
