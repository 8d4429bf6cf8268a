// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.directory.Directory;
import dev.baton.server.directory.Member;
import dev.baton.server.view.ClusterView;
import dev.baton.server.view.DutyView;
import dev.baton.server.view.LeadershipView;
import dev.baton.server.view.LocalView;
import dev.baton.server.view.NodeView;
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

/** The cluster as it is seen from this node: everybody is asked, at the moment of the question. */
public final class Cluster {
    /** Who is silent in the directory for longer is not suspect any more, but gone. */
    private static final Duration SUSPECT = Duration.ofSeconds(5);

    private final ThisNode self;
    private final Directory directory;
    private final Fanout fanout;
    private final Clock clock;

    public Cluster(ThisNode self, Directory directory, NodeClient client, Clock clock) {
        this.self = self;
        this.directory = directory;
        this.fanout = new Fanout(client);
        this.clock = clock;
    }

    /** What everybody says, this node first. */
    private record Answers(List<LocalView> said, List<Member> silent) {}

    private Answers ask() {
        List<LocalView> said = new ArrayList<>(List.of(self.view()));
        List<Member> silent = new ArrayList<>();
        Set<String> heard = new HashSet<>(Set.of(self.node().incarnation().toString()));
        fanout.ask(directory.others(), "/api/v1/local", LocalView.class).forEach((member, answer) -> {
            Optional<LocalView> proper =
                    answer.filter(it -> it.cluster().equals(self.profile().cluster()));
            if (proper.filter(it -> speaksFor(it, member)).isEmpty()) {
                silent.add(member);
            }
            proper.filter(it -> heard.add(String.valueOf(it.node().incarnation())))
                    .ifPresent(said::add);
        });
        // Somebody may be known by URL and by row, and have answered under one of them.
        Set<String> answered = said.stream().map(it -> it.node().id()).collect(Collectors.toSet());
        silent.removeIf(member ->
                member.incarnation().isEmpty() ? answered.contains(member.id()) : heard.contains(member.incarnation()));
        return new Answers(said, silent);
    }

    /** Another node may have got the address of one that is gone; a later start of the same node takes its place. */
    private static boolean speaksFor(LocalView answer, Member member) {
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

    /** What everybody says who answers. */
    List<LocalView> answers() {
        return ask().said();
    }

    /** Remembers a leader's word for when it cannot be asked any more. */
    void adopt(LookoutRules.Gap gap) {
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
                answers.silent().stream().map(Member::id).distinct().sorted().toList());
    }

    /** Not only an address that the configuration names. */
    private static boolean isKnown(Member member) {
        return !member.incarnation().isEmpty() || member.admin().isEmpty();
    }

    private static NodeView silent(Member member) {
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

    /** What a node answers when it is asked for its history. */
    record Leaderships(List<LeadershipView> leaderships) {}

    /** Newest first; the leader's own word counts more than that of others. */
    public List<LeadershipView> leaderships(String election, int limit) {
        List<HistoryRules.Said> said = new ArrayList<>();
        self.standing(election)
                .ifPresent(it -> said.add(new HistoryRules.Said(
                        self.node().incarnation().toString(),
                        it.watch().history().newest(limit + 1))));
        fanout.ask(directory.others(), "/api/v1/local/elections/" + election + "/leaderships", Leaderships.class)
                .forEach((member, answer) -> answer.ifPresent(
                        it -> said.add(new HistoryRules.Said(member.incarnation(), it.leaderships()))));
        return HistoryRules.merge(said, limit);
    }
}
