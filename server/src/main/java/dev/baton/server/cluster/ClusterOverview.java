// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ClusterView;
import dev.baton.admin.DutyView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.LeadershipView;
import dev.baton.admin.ListResponses;
import dev.baton.admin.LocalView;
import dev.baton.admin.NodeView;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.view.ThisNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The cluster as seen from this node: asks all nodes on each request. */
public final class ClusterOverview {
    /** A node that is silent in the directory for longer is no longer suspect, but gone. */
    private static final Duration SUSPECT = Duration.ofSeconds(5);

    private static final String LOCAL = "/api/v1/local";

    private final ThisNode self;
    private final Directory directory;
    private final Fanout fanout;
    private final Clock clock;

    public ClusterOverview(ThisNode self, Directory directory, AdminClient client, Duration peerTimeout, Clock clock) {
        this.self = self;
        this.directory = directory;
        this.fanout = new Fanout(client, peerTimeout);
        this.clock = clock;
    }

    /** The answers of all nodes, this one first. */
    private record Answers(List<LocalView> said, List<DirectoryMember> silent) {}

    private Answers ask() {
        List<LocalView> said = new ArrayList<>(List.of(self.view()));
        List<DirectoryMember> silent = new ArrayList<>();
        Set<String> heard = new HashSet<>(Set.of(self.node().incarnation().toString()));
        fanout.ask(directory.others(), LOCAL, LocalView.class).forEach((member, answer) -> {
            Optional<LocalView> proper =
                    answer.filter(it -> it.cluster().equals(self.profile().cluster()));
            if (proper.filter(it -> speaksFor(it, member)).isEmpty()) {
                silent.add(member);
            }
            proper.filter(it -> heard.add(String.valueOf(it.node().incarnation())))
                    .ifPresent(said::add);
        });
        // A node may be known by URL and by row, and have answered under one of them.
        Set<String> answered = said.stream().map(it -> it.node().id()).collect(Collectors.toSet());
        silent.removeIf(member ->
                member.incarnation().isEmpty() ? answered.contains(member.id()) : heard.contains(member.incarnation()));
        return new Answers(said, silent);
    }

    /** Another node may have the address of one that is gone; a later start of the same node replaces it. */
    private static boolean speaksFor(LocalView answer, DirectoryMember member) {
        return member.incarnation().isEmpty() || answer.node().id().equals(member.id());
    }

    /** The incarnation of another live process that has this node's id, if there is one. */
    Optional<String> duplicate() {
        return directory.duplicate();
    }

    /** The id of this node. */
    String self() {
        return self.node().id().value();
    }

    /** The answers of the nodes that respond. */
    List<LocalView> answers() {
        return ask().said();
    }

    /** Remembers what a leader reported, for when it can no longer be asked. */
    void adopt(ClusterMonitorRules.Gap gap) {
        self.standing(gap.election()).ifPresent(it -> it.watch().history().adopt(gap.epoch(), gap.millis()));
    }

    public ClusterView view() {
        Answers answers = ask();
        List<NodeView> nodes = new ArrayList<>();
        answers.said().forEach(it -> nodes.add(it.node()));
        answers.silent().forEach(it -> nodes.add(silent(it)));
        nodes.sort(Comparator.comparing(NodeView::id));
        return new ClusterView(
                self.profile().cluster(),
                self(),
                clock.instant(),
                nodes,
                ClusterRules.elections(answers.said(), self.succession().order()),
                answers.silent().stream()
                        .map(DirectoryMember::id)
                        .distinct()
                        .sorted()
                        .toList());
    }

    /**
     * One election, as seen by the nodes that respond.
     *
     * @throws ApiException if there is none
     */
    public ElectionView election(String name) {
        return view().elections().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(ClusterOverview::noElection);
    }

    /**
     * Another node that stands in an election; asks no node that cannot be it.
     *
     * @throws ApiException if there is none, or it does not answer
     */
    NodeView find(String node, String election) {
        List<DirectoryMember> maybe = directory.others().stream()
                .filter(it -> it.incarnation().isEmpty() || it.id().equals(node))
                .toList();
        return fanout.ask(maybe, LOCAL, LocalView.class).values().stream()
                .flatMap(Optional::stream)
                .filter(it -> it.cluster().equals(self.profile().cluster())
                        && it.node().id().equals(node)
                        && it.elections().stream().anyMatch(one -> one.name().equals(election)))
                .map(LocalView::node)
                .findFirst()
                .orElseThrow(() -> new ApiException(
                        ApiError.NOT_FOUND, "no such node stands in that election, or it does not answer"));
    }

    /**
     * The leader, according to this node and the leader itself. Asks no other node, unless this one does not stand in
     * the election.
     */
    public ListResponses.CurrentLeader leader(String election) {
        if (self.view(election).isEmpty()) {
            return current(election(election));
        }
        ListResponses.CurrentLeader own = localLeader(election);
        LeaderView leader = own.leader();
        if (leader == null
                || leader.incarnation().equals(self.node().incarnation().toString())) {
            return own;
        }
        return OperationRules.admin(leader)
                .flatMap(admin -> fanout.ask(
                        admin, LOCAL + "/elections/" + election + "/leader", ListResponses.CurrentLeader.class))
                // A leader that does not know of its leadership yet is behind; one that knows of none has stepped down.
                .filter(it -> it.leader() == null || it.leader().epoch() >= leader.epoch())
                .orElse(own);
    }

    /** The leader, as far as this node knows. */
    public ListResponses.CurrentLeader localLeader(String election) {
        return self.view(election).map(ClusterOverview::current).orElseThrow(ClusterOverview::noElection);
    }

    private static ListResponses.CurrentLeader current(ElectionView seen) {
        return new ListResponses.CurrentLeader(seen.name(), seen.leader(), seen.lastGapMs());
    }

    private static ApiException noElection() {
        return new ApiException(ApiError.NOT_FOUND, "there is no such election");
    }

    /** Not only an address that the configuration names. */
    private static boolean isKnown(DirectoryMember member) {
        return !member.incarnation().isEmpty() || member.admin().isEmpty();
    }

    private static NodeView silent(DirectoryMember member) {
        boolean beating = member.silent().compareTo(SUSPECT) < 0 && isKnown(member);
        return new NodeView(
                member.id(),
                member.incarnation().isEmpty() ? null : member.incarnation(),
                null,
                member.admin().orElse(null),
                member.zone().isEmpty() ? null : member.zone(),
                member.weight(),
                member.version().isEmpty() ? null : member.version(),
                null,
                beating ? NodeView.Status.SUSPECT : NodeView.Status.UNREACHABLE,
                null,
                false,
                List.of(),
                List.of());
    }

    public List<DutyView> duties() {
        return ask().said().stream().flatMap(it -> it.duties().stream()).toList();
    }

    /** The leaderships, newest first; the leader's own report counts more than those of others. */
    public List<LeadershipView> leaderships(String election, int limit) {
        List<HistoryRules.NodeHistory> said = new ArrayList<>();
        self.standing(election)
                .ifPresent(it -> said.add(new HistoryRules.NodeHistory(
                        self.node().incarnation().toString(),
                        it.watch().history().newest(limit + 1))));
        fanout.ask(
                        directory.others(),
                        LOCAL + "/elections/" + election + "/leaderships",
                        ListResponses.Leaderships.class)
                .forEach((member, answer) -> answer.ifPresent(
                        it -> said.add(new HistoryRules.NodeHistory(member.incarnation(), it.leaderships()))));
        return HistoryRules.merge(said, limit);
    }
}
