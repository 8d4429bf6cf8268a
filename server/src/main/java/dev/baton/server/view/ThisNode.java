// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.admin.CandidateView;
import dev.baton.admin.DutyView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.LeadershipView;
import dev.baton.admin.LocalView;
import dev.baton.admin.NodeView;
import dev.baton.spi.Alarm;
import dev.baton.spi.Guarantee;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What this node says of itself, computed at each call. Any thread. */
public final class ThisNode {
    private static final long MAX_LEASE_MILLIS = 24L * 60 * 60 * 1000;

    private final Profile profile;
    private final Node node;
    private final Guarantee guarantee;
    private final Succession succession;
    private final Alarms alarms;
    private final Instant since;
    private final Map<String, CandidateSummary> standings;
    private volatile boolean leaving;

    /** What does not change while the node runs. */
    public record Profile(
            String cluster, String zone, int weight, String version, String elector, Optional<String> admin) {}

    public ThisNode(
            Profile profile,
            Node node,
            Guarantee guarantee,
            Succession succession,
            Alarms alarms,
            Instant since,
            List<CandidateSummary> standings) {
        this.profile = profile;
        this.node = node;
        this.guarantee = guarantee;
        this.succession = succession;
        this.alarms = alarms;
        this.since = since;
        this.standings = standings.stream()
                .collect(
                        Collectors.toMap(it -> it.candidate().election().value(), it -> it, (a, b) -> a, TreeMap::new));
    }

    public Profile profile() {
        return profile;
    }

    public Node node() {
        return node;
    }

    public Succession succession() {
        return succession;
    }

    public List<CandidateSummary> standings() {
        return List.copyOf(standings.values());
    }

    public Optional<CandidateSummary> standing(String election) {
        return Optional.ofNullable(standings.get(election));
    }

    /** From now on the node is shown as leaving. */
    public void leave() {
        leaving = true;
    }

    /** Whether the node can do its part: it is not leaving, and its elector reaches what it stands on. */
    public boolean isReady() {
        return !leaving
                && alarms.all().stream().noneMatch(it -> it.kind().equals(Alarm.Kind.UNREACHABLE.name()))
                && standings.values().stream()
                        .noneMatch(it -> it.candidate().status().state() == Candidate.State.CLOSED);
    }

    public LocalView view() {
        List<ElectionView> elections =
                standings.values().stream().map(this::election).toList();
        List<DutyView> duties = standings.values().stream()
                .flatMap(it -> it.watch().duties(it.candidate().status().duties(), since).stream())
                .toList();
        return new LocalView(profile.cluster(), nodeView(), elections, duties);
    }

    /** What this node says of one election. */
    public Optional<ElectionView> view(String election) {
        return standing(election).map(this::election);
    }

    private NodeView nodeView() {
        List<Candidate.Status> all =
                standings.values().stream().map(it -> it.candidate().status()).toList();
        return new NodeView(
                node.id().value(),
                node.incarnation().toString(),
                null,
                profile.admin().orElse(null),
                profile.zone().isEmpty() ? null : profile.zone(),
                profile.weight(),
                profile.version(),
                profile.elector(),
                leaving ? NodeView.Status.LEAVING : NodeView.Status.UP,
                since,
                succession.leads() && (all.isEmpty() || all.stream().anyMatch(Candidate.Status::eligible)),
                all.stream()
                        .filter(it -> it.epoch().isPresent())
                        .map(Candidate.Status::election)
                        .map(ElectionName::value)
                        .toList(),
                alarms.all());
    }

    private ElectionView election(CandidateSummary standing) {
        Candidate.Status status = standing.candidate().status();
        LeadershipHistory history = standing.watch().history();
        // The history is told a moment after the leader is shown; the gap is that of the leader.
        Optional<LeadershipView> newest = status.leader().isPresent()
                ? history.find(status.leader().get().epoch().value())
                : history.newest(1).stream().findFirst();
        CandidateView own = new CandidateView(
                node.id().value(),
                status.state().name(),
                status.eligible() && succession.leads(),
                succession.priority(standing.priority()).value(),
                null);
        return new ElectionView(
                status.election().value(),
                profile.elector(),
                guarantee.exclusivity().name(),
                leader(status, history),
                List.of(own),
                history.handOvers(),
                newest.map(LeadershipView::gapMs).orElse(null));
    }

    private static @Nullable LeaderView leader(Candidate.Status status, LeadershipHistory history) {
        Optional<Leader> seen = status.leader();
        if (seen.isEmpty()) {
            return null;
        }
        Leader leader = seen.get();
        boolean self = status.epoch().filter(leader.epoch()::equals).isPresent();
        return new LeaderView(
                leader.node().id().value(),
                leader.node().incarnation().toString(),
                leader.epoch().value(),
                history.find(leader.epoch().value()).map(LeadershipView::from).orElse(null),
                self ? leaseLeft(status) : null,
                new TreeMap<>(leader.endpoints().byPurpose()));
    }

    /** An elector without a lease says years; that is no figure to show. */
    private static @Nullable Long leaseLeft(Candidate.Status status) {
        long millis = status.remaining().toMillis();
        return millis > MAX_LEASE_MILLIS ? null : (Long) millis;
    }
}
