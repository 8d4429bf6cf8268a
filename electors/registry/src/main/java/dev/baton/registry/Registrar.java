// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.registry.RegistryEffect.ResolveName;
import dev.baton.registry.RegistryEffect.Send;
import dev.baton.registry.RegistryMessage.Mine;
import dev.baton.registry.RegistryMessage.Table;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Decides who gets a name, on the oldest member of a view. After a change of the view it first hears from every member,
 * since one of them may bring names from another side; then it reports who has what. Confined to the registry's lane.
 */
final class Registrar {
    /** How long to wait for members that send nothing. They keep the names that they had. */
    private static final Duration COLLECTING = Duration.ofSeconds(1);

    private static final int LOST_REMEMBERED = 1_000;

    private final GroupElectorate group;
    private final Consumer<RegistryEffect> effects;
    private final Map<Node, Mine> statements = new LinkedHashMap<>();
    private final Map<RegistryName, NameRegistration> challengers = new HashMap<>();
    private final Set<NameRegistration> lost = new LinkedHashSet<>();
    private Map<RegistryName, NameRegistration> table = new TreeMap<>();
    private long number;
    private long given;
    private boolean collecting;
    private long collectUntil;

    Registrar(GroupElectorate group, Consumer<RegistryEffect> effects) {
        this.group = group;
        this.effects = effects;
    }

    /** @param known the names of members of this view, as last heard */
    void view(Map<RegistryName, NameRegistration> known, long now) {
        table = new TreeMap<>(known);
        statements.keySet().retainAll(group.inView());
        challengers.values().removeIf(registration -> !isHere(registration));
        lost.removeIf(registration -> !isHere(registration));
        collecting = statements.size() < group.inView().size();
        collectUntil = MonotonicTime.plus(now, COLLECTING);
    }

    /** Another member is the registrar. */
    void retire() {
        statements.clear();
        challengers.clear();
        lost.clear();
        collecting = false;
    }

    void heard(Node from, Mine list, long now) {
        Mine before = statements.get(from);
        if (!group.inView().contains(from) || (before != null && list.number() < before.number())) {
            return;
        }
        statements.put(from, list);
        if (collecting) {
            tick(now);
            return;
        }
        Map<RegistryName, NameRegistration> next = new TreeMap<>(table);
        unite(from, list, next);
        grant(from, list, next);
        if (!next.equals(table)) {
            publish(next);
        } else if (list.knows() != number) {
            tell(from);
        }
    }

    void tick(long now) {
        if (collecting && (statements.size() == group.inView().size() || !MonotonicTime.isBefore(now, collectUntil))) {
            collecting = false;
            Map<RegistryName, NameRegistration> next = new TreeMap<>(table);
            statements.forEach((from, list) -> unite(from, list, next));
            statements.forEach((from, list) -> grant(from, list, next));
            publish(next);
        }
    }

    long wakeAt(long now) {
        return collecting ? collectUntil : MonotonicTime.never(now);
    }

    /** Names that a member has given up are free; names that it brings are its own, unless another member has them. */
    private void unite(Node from, Mine list, Map<RegistryName, NameRegistration> next) {
        next.values()
                .removeIf(registration -> registration.owner().equals(from)
                        && !list.registrations().contains(registration)
                        && !list.wanted().contains(registration.name()));
        for (NameRegistration brought : list.registrations()) {
            given = Math.max(given, brought.number());
            NameRegistration has = next.putIfAbsent(brought.name(), brought);
            if (has != null && !has.equals(brought) && !lost.contains(brought)) {
                if (has.owner().equals(from)) {
                    next.put(brought.name(), brought);
                } else if (challengers.putIfAbsent(brought.name(), brought) == null) {
                    effects.accept(new ResolveName(has, brought));
                }
            }
        }
    }

    private void grant(Node to, Mine list, Map<RegistryName, NameRegistration> next) {
        for (RegistryName name : list.wanted()) {
            next.computeIfAbsent(name, free -> new NameRegistration(free, to, ++given));
        }
    }

    /** The resolver has chosen. */
    void resolved(NameRegistration winner, NameRegistration loser) {
        NameRegistration challenger = challengers.remove(winner.name());
        NameRegistration has = table.get(winner.name());
        boolean known = winner.equals(challenger) ? loser.equals(has) : loser.equals(challenger) && winner.equals(has);
        if (known) {
            lost.add(loser);
            if (lost.size() > LOST_REMEMBERED) {
                lost.remove(lost.iterator().next());
            }
            Map<RegistryName, NameRegistration> next = new TreeMap<>(table);
            next.put(winner.name(), winner);
            publish(next);
        }
    }

    private boolean isHere(NameRegistration registration) {
        return group.inView().contains(registration.owner());
    }

    private void publish(Map<RegistryName, NameRegistration> next) {
        table = next;
        number++;
        group.inView().forEach(this::tell);
    }

    private void tell(Node member) {
        Mine last = statements.get(member);
        effects.accept(new Send(
                member,
                new Table(number, last == null ? 0 : last.number(), List.copyOf(table.values()), List.copyOf(lost))));
    }
}
