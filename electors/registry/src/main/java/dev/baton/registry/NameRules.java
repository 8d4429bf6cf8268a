// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.registry.RegistryEffect.Down;
import dev.baton.registry.RegistryEffect.Registered;
import dev.baton.registry.RegistryEffect.Send;
import dev.baton.registry.RegistryMessage.Mine;
import dev.baton.registry.RegistryMessage.Table;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The cluster-wide names, as one node knows them. The oldest member of a view is its {@link Registrar}. There are only
 * two messages, each with the complete state of its sender, so that a lost, duplicate or late message does no harm: a
 * member reports what it has and wants until the registrar has received it, and the registrar reports who has what.
 * Confined to the registry's lane. Invariants:
 *
 * <ol>
 *   <li>Within a view, a name has at most one owner.
 *   <li>A registration ends with its owner's membership, and each end is reported once.
 *   <li>When sides meet with the same name, one owner is chosen and the other is told.
 * </ol>
 */
final class NameRules {
    /** How soon a member repeats its report if the registrar has not confirmed it … */
    private static final Duration REPEAT = Duration.ofMillis(100);
    /** … and if it has. */
    private static final Duration REFRESH = Duration.ofSeconds(2);

    private final Node self;
    private final GroupElectorate group;
    private final Consumer<RegistryEffect> effects;
    private final Registrar registrar;

    private final Map<RegistryName, NameRegistration> mine = new TreeMap<>();
    /** Names that this node wants, with the number of its first report that had them. */
    private final Map<RegistryName, Long> wanted = new TreeMap<>();

    /** Rises with every change of what this node has and wants, and with every view. */
    private long said;

    private boolean answered;
    private long nextTelling;

    private Map<RegistryName, NameRegistration> table = Map.of();
    private final Map<Node, Long> newestTables = new HashMap<>();

    NameRules(Node self, GroupElectorate group, Consumer<RegistryEffect> effects, long now) {
        this.self = self;
        this.group = group;
        this.effects = effects;
        this.registrar = new Registrar(group, effects);
        this.nextTelling = now;
    }

    Map<RegistryName, NameRegistration> table() {
        return table;
    }

    // ---- what this node wants

    void register(RegistryName name, long now) {
        NameRegistration has = mine.get(name);
        if (has != null) {
            effects.accept(new Registered(has, Optional.empty()));
        } else if (!wanted.containsKey(name)) {
            wanted.put(name, said + 1);
            changed(now);
        }
    }

    void unregister(RegistryName name, long now) {
        boolean had = mine.remove(name) != null;
        if (wanted.remove(name) != null || had) {
            changed(now);
        }
    }

    // ---- what the group does

    void view(long now) {
        newestTables.keySet().retainAll(group.inView());
        Map<RegistryName, NameRegistration> left = new TreeMap<>(table);
        left.values().removeIf(registration -> !isHere(registration));
        replace(left, Set.of());
        if (isRegistrar()) {
            registrar.view(left, now);
        } else {
            registrar.retire();
        }
        changed(now);
    }

    void mine(Node from, Mine list, long now) {
        if (isRegistrar()) {
            registrar.heard(from, list, now);
        }
    }

    void table(Node from, Table told, long now) {
        if (!isOfRegistrar(from) || told.number() < newestTables.getOrDefault(from, 0L)) {
            return;
        }
        newestTables.put(from, told.number());
        answered |= told.heard() == said;
        Map<RegistryName, NameRegistration> next = new TreeMap<>();
        told.registrations().forEach(registration -> next.put(registration.name(), registration));
        Set<NameRegistration> lost = Set.copyOf(told.lost());
        replace(next, lost);
        boolean lostSome = giveUp(lost);
        boolean decidedSome = decide(told.heard());
        if (lostSome || decidedSome) {
            changed(now);
        }
    }

    /** The resolver has chosen. */
    void resolved(NameRegistration winner, NameRegistration loser) {
        if (isRegistrar()) {
            registrar.resolved(winner, loser);
        }
    }

    void tick(long now) {
        if (isRegistrar()) {
            registrar.tick(now);
        }
        if (!MonotonicTime.isBefore(now, nextTelling)) {
            tell(now);
        }
    }

    long wakeAt(long now) {
        long wake = group.inView().isEmpty() ? MonotonicTime.never(now) : nextTelling;
        return isRegistrar() ? MonotonicTime.earlier(wake, registrar.wakeAt(now)) : wake;
    }

    // ---- within

    private boolean isOfRegistrar(Node node) {
        return !group.inView().isEmpty() && group.inView().get(0).equals(node);
    }

    private boolean isRegistrar() {
        return isOfRegistrar(self);
    }

    private boolean isHere(NameRegistration registration) {
        return group.inView().contains(registration.owner());
    }

    private void changed(long now) {
        said++;
        answered = false;
        tell(now);
    }

    private void tell(long now) {
        nextTelling = MonotonicTime.plus(now, answered ? REFRESH : REPEAT);
        if (!group.inView().isEmpty()) {
            Node to = group.inView().get(0);
            long knows = answered ? newestTables.getOrDefault(to, 0L) : 0;
            effects.accept(
                    new Send(to, new Mine(said, knows, List.copyOf(mine.values()), List.copyOf(wanted.keySet()))));
        }
    }

    /** Gives up what this node had, and another side's owner was chosen for. */
    private boolean giveUp(Set<NameRegistration> lost) {
        boolean some = false;
        for (NameRegistration own : List.copyOf(mine.values())) {
            if (lost.contains(own)) {
                mine.remove(own.name());
                effects.accept(new Down(own, DownReason.CONFLICT));
                some = true;
            }
        }
        return some;
    }

    /** Decides what this node wanted, if the registrar knew that when it made its table. */
    private boolean decide(long heard) {
        boolean some = false;
        for (Map.Entry<RegistryName, Long> wish : List.copyOf(wanted.entrySet())) {
            RegistryName name = wish.getKey();
            NameRegistration has = table.get(name);
            if (has != null && wish.getValue() <= heard) {
                boolean own = has.owner().equals(self);
                wanted.remove(name);
                if (own) {
                    mine.put(name, has);
                }
                effects.accept(
                        own
                                ? new Registered(has, Optional.empty())
                                : new Registered(new NameRegistration(name, self, 0), Optional.of(has)));
                some = true;
            }
        }
        return some;
    }

    private void replace(Map<RegistryName, NameRegistration> next, Set<NameRegistration> lost) {
        for (NameRegistration before : table.values()) {
            boolean own = before.equals(mine.get(before.name()));
            if (!before.equals(next.get(before.name())) && !own) {
                DownReason here = lost.contains(before) ? DownReason.CONFLICT : DownReason.UNREGISTERED;
                effects.accept(new Down(before, isHere(before) ? here : DownReason.NODE_DOWN));
            }
        }
        table = next;
    }
}
