// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.Baton;
import dev.baton.NodeId;
import dev.baton.duties.ClusterMember;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.http.AdminSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** All nodes that this one has heard of: those that its elector knows, those that were told of, and those that the configuration names. */
final class PeerDirectory implements Directory {
    /** Who is silent for longer does not count as present. */
    private static final Duration PRESENT = Duration.ofSeconds(5);

    private final NodeConfig config;
    private volatile List<Directory> directories = List.of();

    PeerDirectory(NodeConfig config) {
        this.config = config;
    }

    void start(Supplier<DirectoryMember> self, Baton baton, Directory known) {
        List<Directory> all = new ArrayList<>(List.of(known));
        List<DirectoryMember> configured = config.admin().map(AdminSettings::peers).orElse(List.of()).stream()
                .map(DirectoryMember::at)
                .toList();
        all.add(() -> configured);
        config.elector().directory(self, baton).ifPresent(all::add);
        directories = List.copyOf(all);
    }

    @Override
    public List<DirectoryMember> others() {
        return merge(directories.stream().flatMap(it -> it.others().stream()).toList());
    }

    @Override
    public Optional<String> duplicate() {
        return directories.stream().flatMap(it -> it.duplicate().stream()).findFirst();
    }

    /** Several directories may know the same node: once with its address is enough, as last heard. */
    static List<DirectoryMember> merge(List<DirectoryMember> said) {
        Map<String, DirectoryMember> byStart = new LinkedHashMap<>();
        said.forEach(it ->
                byStart.merge(it.incarnation().isEmpty() ? it.id() : it.incarnation(), it, PeerDirectory::better));
        Set<String> known = said.stream()
                .filter(it -> !it.incarnation().isEmpty())
                .map(DirectoryMember::id)
                .collect(Collectors.toSet());
        return byStart.values().stream()
                .filter(it -> !it.incarnation().isEmpty() || !known.contains(it.id()))
                .toList();
    }

    private static DirectoryMember better(DirectoryMember one, DirectoryMember other) {
        boolean sameUse = one.admin().isPresent() == other.admin().isPresent();
        boolean first = sameUse
                ? one.silent().compareTo(other.silent()) <= 0
                : one.admin().isPresent();
        return first ? one : other;
    }

    /** Who is here, this node included, as duties want to know it. */
    Set<ClusterMember> present() {
        Set<ClusterMember> present = new HashSet<>();
        present.add(new ClusterMember(
                config.id(), config.plan().zone(), config.plan().weight()));
        others().stream()
                .filter(it -> !(it.incarnation().isEmpty() && it.admin().isPresent()))
                .filter(it -> it.silent().compareTo(PRESENT) < 0)
                .forEach(it -> present.add(new ClusterMember(NodeId.of(it.id()), it.zone(), it.weight())));
        return present;
    }

    /** The admin API of another node, if it is known; of several starts the one heard last. */
    Optional<String> adminOf(NodeId node) {
        return others().stream()
                .filter(it -> it.id().equals(node.value()) && it.admin().isPresent())
                .min(Comparator.comparing(DirectoryMember::silent))
                .flatMap(DirectoryMember::admin);
    }

    @Override
    public void close() {
        directories.forEach(Directory::close);
    }
}
