// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Instants;
import dev.baton.core.Node;
import dev.baton.registry.RegistryEffect.Down;
import dev.baton.registry.RegistryEffect.Registered;
import dev.baton.registry.RegistryEffect.ResolveName;
import dev.baton.registry.RegistryEffect.Send;
import dev.baton.registry.RegistryMessage.Mine;
import dev.baton.registry.RegistryMessage.Register;
import dev.baton.registry.RegistryMessage.RegisterReply;
import dev.baton.registry.RegistryMessage.Table;
import dev.baton.registry.RegistryMessage.Unregister;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The cluster-wide names, as one node knows them. The oldest member of a view is its registrar: it hears from every
 * member what that one has registered, makes one table of it, and decides who gets a name. Confined to the registry's
 * lane. What it keeps:
 *
 * <ol>
 *   <li>Within a view, a name has at most one owner.
 *   <li>A registration ends with its owner's membership, and each end is told once.
 *   <li>When sides meet with the same name, one owner is chosen and the other is told.
 * </ol>
 */
final class NameRules {
    /** How long a registrar waits for members that do not say what they have. */
    private static final Duration COLLECTING = Duration.ofSeconds(1);
    /** How many tables a registrar can number within one view. */
    private static final int TABLE_BITS = 24;

    private final Node self;
    private final GroupElectorate electorate;
    private final Consumer<RegistryEffect> effects;
    private final Map<RegistryName, Registration> mine = new TreeMap<>();
    private final Set<RegistryName> wanted = new HashSet<>();
    private Map<RegistryName, Registration> table = new TreeMap<>();
    private long tableNumber;

    /** What only the registrar needs. */
    private final Map<Node, Mine> said = new HashMap<>();

    private final Map<Registration, Node> queue = new LinkedHashMap<>();
    private final Set<Registration> contested = new HashSet<>();
    private boolean collecting;
    private long collectUntil;

    NameRules(Node self, GroupElectorate electorate, Consumer<RegistryEffect> effects) {
        this.self = self;
        this.electorate = electorate;
        this.effects = effects;
    }

    Map<RegistryName, Registration> table() {
        return table;
    }

    // ---- what this node wants

    void register(RegistryName name, long now) {
        Registration has = mine.get(name);
        if (has != null) {
            effects.accept(new Registered(has, Optional.empty()));
        } else if (wanted.add(name)) {
            registrar().ifPresent(to -> ask(to, name));
        }
    }

    void unregister(RegistryName name) {
        wanted.remove(name);
        Registration had = mine.remove(name);
        if (had != null) {
            registrar().ifPresent(to -> effects.accept(new Send(to, new Unregister(had))));
        }
    }

    private void ask(Node registrar, RegistryName name) {
        effects.accept(new Send(registrar, new Register(new Registration(name, self, 0))));
    }

    private Optional<Node> registrar() {
        return electorate.members().stream().findFirst();
    }

    private boolean isRegistrar() {
        return registrar().filter(member -> member.equals(self)).isPresent();
    }

    // ---- what the group does

    void view(long now) {
        Set<Node> here = new HashSet<>();
        here.addAll(electorate.members());
        Map<RegistryName, Registration> left = new TreeMap<>(table);
        left.values().removeIf(registration -> !here.contains(registration.owner()));
        replace(left, DownReason.NODE_DOWN);
        said.keySet().retainAll(here);
        queue.values().removeIf(from -> !here.contains(from));
        contested.clear();
        collecting = isRegistrar();
        collectUntil = Instants.plus(now, COLLECTING);
        registrar().ifPresent(to -> {
            effects.accept(new Send(to, new Mine(electorate.view().number(), List.copyOf(mine.values()))));
            wanted.forEach(name -> ask(to, name));
        });
    }

    void mine(Node from, Mine list, long now) {
        said.put(from, list);
        collect(now);
    }

    void tick(long now) {
        collect(now);
    }

    long wakeAt(long now) {
        return collecting && Instants.isBefore(now, collectUntil) ? collectUntil : Instants.never(now);
    }

    private void collect(long now) {
        if (!collecting) {
            return;
        }
        long view = electorate.view().number();
        List<Mine> lists = new ArrayList<>();
        for (Node member : electorate.members()) {
            Mine list = said.get(member);
            if (list != null && list.view() == view) {
                lists.add(list);
            }
        }
        if (lists.size() < electorate.members().size() && Instants.isBefore(now, collectUntil)) {
            return;
        }
        collecting = false;
        Map<RegistryName, Registration> united = new TreeMap<>();
        for (Mine list : lists) {
            for (Registration registration : list.registrations()) {
                Registration before = united.putIfAbsent(registration.name(), registration);
                if (before != null && !before.owner().equals(registration.owner())) {
                    contested.add(registration);
                    effects.accept(new ResolveName(before, registration));
                }
            }
        }
        publish(united);
        Map<Registration, Node> waiting = new LinkedHashMap<>(queue);
        queue.clear();
        waiting.forEach((registration, from) -> asked(from, registration, now));
    }

    void asked(Node from, Registration wish, long now) {
        if (!isRegistrar() || !from.equals(wish.owner())) {
            return;
        }
        if (collecting) {
            queue.put(wish, from);
            return;
        }
        Registration has = table.get(wish.name());
        if (has != null && !has.owner().equals(wish.owner())) {
            effects.accept(new Send(from, new RegisterReply(wish, Optional.of(has))));
            return;
        }
        Registration given =
                has != null ? has : new Registration(wish.name(), wish.owner(), Math.max(tableNumber, first()) + 1);
        effects.accept(new Send(from, new RegisterReply(given, Optional.empty())));
        if (has == null) {
            Map<RegistryName, Registration> next = new TreeMap<>(table);
            next.put(given.name(), given);
            publish(next);
        }
    }

    void answered(RegisterReply answer) {
        RegistryName name = answer.asked().name();
        if (!wanted.remove(name)) {
            if (answer.taken().isEmpty() && !mine.containsKey(name)) {
                // Given up in the meantime.
                registrar().ifPresent(to -> effects.accept(new Send(to, new Unregister(answer.asked()))));
            }
            return;
        }
        if (answer.taken().isEmpty()) {
            mine.put(name, answer.asked());
        }
        effects.accept(new Registered(answer.asked(), answer.taken()));
    }

    void ended(Node from, Registration registration) {
        if (isRegistrar() && from.equals(registration.owner()) && registration.equals(table.get(registration.name()))) {
            Map<RegistryName, Registration> next = new TreeMap<>(table);
            next.remove(registration.name());
            publish(next);
        }
    }

    /** A resolver has chosen. */
    void resolved(Registration winner, Registration loser) {
        boolean known = contested.remove(winner) || contested.remove(loser);
        Registration has = table.get(winner.name());
        if (known && isRegistrar() && has != null && (has.equals(winner) || has.equals(loser))) {
            Map<RegistryName, Registration> next = new TreeMap<>(table);
            next.put(winner.name(), winner);
            publish(next);
        }
    }

    private long first() {
        return electorate.view().number() << TABLE_BITS;
    }

    private void publish(Map<RegistryName, Registration> next) {
        long number = Math.max(tableNumber, first()) + 1;
        Table told = new Table(number, List.copyOf(next.values()));
        electorate.members().forEach(member -> effects.accept(new Send(member, told)));
    }

    void table(Node from, Table told) {
        if (registrar().filter(member -> member.equals(from)).isEmpty() || told.number() <= tableNumber) {
            return;
        }
        tableNumber = told.number();
        Map<RegistryName, Registration> next = new TreeMap<>();
        told.registrations().forEach(registration -> next.put(registration.name(), registration));
        replace(next, DownReason.UNREGISTERED);
        for (Registration own : List.copyOf(mine.values())) {
            Registration has = next.get(own.name());
            boolean contestedHere =
                    contested.stream().anyMatch(open -> open.name().equals(own.name()));
            if (has != null && !has.owner().equals(self) && !contestedHere) {
                mine.remove(own.name());
                effects.accept(new Down(own, DownReason.CONFLICT));
            }
        }
    }

    private void replace(Map<RegistryName, Registration> next, DownReason reason) {
        table.forEach((name, before) -> {
            Registration after = next.get(name);
            if (after == null) {
                effects.accept(new Down(before, reason));
            } else if (!after.equals(before) && !before.owner().equals(self)) {
                effects.accept(new Down(before, DownReason.CONFLICT));
            }
        });
        table = next;
    }
}
