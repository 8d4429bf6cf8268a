// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.Electorate;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Alarm;
import dev.baton.spi.MonotonicTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The electorate of a group: a majority of the voters that the cluster has. How many that are is the most that this node
 * was told, heard of from a node that was told so, or saw at once. It does not fall as long as the process lives: two
 * nodes that count with a number that one of them gave up could both find a majority.
 *
 * <p>With a majority quorum, voters are asked that were seen last where the view lacks some: a view learns late that a
 * paused member is back, and a voter that answers is one whether it is in the view or not.
 */
final class GroupElectorate implements Electorate {
    private final Node self;
    private final RegistrySettings settings;
    private final KnownVoters known;
    private final long waitUntil;
    private GroupView view = new GroupView(0, List.of(), false);
    private List<Node> inView = List.of();
    private List<Node> votersInView = List.of();
    private List<Node> members = List.of();
    private List<Node> voters = List.of();
    /** Voters that have left the view, the last one last. */
    private final Map<NodeId, GroupMember> outOfView = new LinkedHashMap<>();
    /** Processes that are proven to be gone, but still in the view, and until when that is believed. */
    private final Map<Node, Long> gone = new HashMap<>();

    private boolean settled;
    private int largestSaid;
    private int mostSeen;

    /** @param voters the marks of the voters that were met before */
    GroupElectorate(Node self, RegistrySettings settings, Map<NodeId, String> voters, long now) {
        this.self = self;
        this.settings = settings;
        this.known = new KnownVoters(voters, settings.terms().lease());
        this.largestSaid = size();
        this.waitUntil = MonotonicTime.plus(now, settings.initialWait());
    }

    void view(GroupView next, long now) {
        remember(view.members());
        view = next;
        inView = next.members().stream().map(GroupMember::node).toList();
        next.members().stream()
                .filter(member -> !known.isStranger(member))
                .forEach(member -> outOfView.remove(member.node().id()));
        gone.keySet().retainAll(inView);
        known.tick(next.members(), counted(), now);
        count();
        settled |= next.members().size() >= settings.initialMembers();
    }

    private void remember(List<GroupMember> leaving) {
        for (GroupMember member : leaving) {
            boolean mayVote = member.voter() && !known.isStranger(member);
            if (mayVote && !member.node().equals(self) && !gone.containsKey(member.node())) {
                outOfView.remove(member.node().id());
                outOfView.put(member.node().id(), member);
            }
        }
        while (outOfView.size() > RegistrySettings.MAX_VOTERS) {
            outOfView.remove(outOfView.keySet().iterator().next());
        }
    }

    /** As many of those that left the view last as the view lacks voters. */
    private List<GroupMember> lastSeen() {
        int missing = settings.quorum() == QuorumMode.MAJORITY ? Math.max(0, counted() - votersInView.size()) : 0;
        List<GroupMember> voters =
                outOfView.values().stream().filter(this::isHeard).toList();
        return voters.subList(Math.max(0, voters.size() - missing), voters.size());
    }

    /** A process is proven to be gone; the view will say so later, and asking it would only cost time. */
    void gone(Node node, long now) {
        outOfView.values().removeIf(member -> member.node().equals(node));
        gone.put(node, MonotonicTime.plus(now, settings.terms().lease()));
        count();
    }

    /** It was considered gone, and answers. */
    void answers(Node node) {
        gone.remove(node);
        count();
    }

    /** The marks of voters that are to be made durable now. */
    Map<NodeId, String> toRemember() {
        return known.toRemember();
    }

    /** They are durable, or could not be made so. */
    void remembered(boolean durable) {
        known.remembered(durable);
        count();
    }

    /**
     * Who is still in the view a lease after it was proven to be gone is not gone.
     *
     * @return whether the time has changed who votes, or whether a node can be elected
     */
    boolean tick(long now) {
        List<Node> before = voters;
        boolean wasSettled = settled;
        known.tick(view.members(), counted(), now);
        gone.values().removeIf(until -> !MonotonicTime.isBefore(now, until));
        settled |= !MonotonicTime.isBefore(now, waitUntil);
        count();
        return settled != wasSettled || !voters.equals(before);
    }

    private void count() {
        votersInView = view.members().stream()
                .filter(member -> member.voter() && !known.isStranger(member))
                .map(GroupMember::node)
                .filter(node -> first(node.id()).equals(node))
                .filter(node -> !gone.containsKey(node))
                .toList();
        mostSeen = Math.max(mostSeen, votersInView.size());
        members = and(inView);
        voters = and(votersInView);
    }

    /** Of two processes with the same id in one view, the stranger does not count, else the one that came later. */
    private Node first(NodeId id) {
        return view.members().stream()
                .filter(member -> member.node().id().equals(id))
                .min(Comparator.comparing(known::isStranger))
                .map(GroupMember::node)
                .orElseThrow();
    }

    /** Whether what a process says in an election counts. It is judged by its own mark, since it may be out of the view. */
    boolean isHeard(GroupMember member) {
        return !known.isStranger(member) && !known.isContested(member.node().id(), view.members());
    }

    private List<NodeId> strangers() {
        return view.members().stream()
                .filter(known::isStranger)
                .map(member -> member.node().id())
                .toList();
    }

    /** Who is in the view, oldest first. */
    List<Node> inView() {
        return inView;
    }

    @Override
    public List<Node> members() {
        return members;
    }

    @Override
    public List<Node> voters() {
        return voters;
    }

    private List<Node> and(List<Node> here) {
        return Stream.concat(here.stream(), lastSeen().stream().map(GroupMember::node))
                .toList();
    }

    Optional<GroupMember> member(Node node) {
        return Stream.concat(view.members().stream(), lastSeen().stream())
                .filter(member -> member.node().equals(node))
                .findFirst();
    }

    @Override
    public void heardOf(int otherSize) {
        if (otherSize > largestSaid) {
            largestSaid = otherSize;
            count();
        }
    }

    /** A node that was not told any number says the least. */
    @Override
    public int size() {
        return Math.max(1, settings.clusterSize());
    }

    /** How many voters this node assumes. */
    private int counted() {
        return Math.max(largestSaid, mostSeen);
    }

    @Override
    public int required() {
        return (settings.quorum() == QuorumMode.MAJORITY ? counted() : votersInView.size()) / 2 + 1;
    }

    @Override
    public boolean votes() {
        return settings.voter() && !isDuplicate();
    }

    /** Another process has this node's id and was here first. */
    private boolean isDuplicate() {
        return inView.contains(self) && !first(self.id()).equals(self);
    }

    @Override
    public Optional<Alarm> objection(long now) {
        if (isDuplicate()) {
            return Optional.of(
                    new Alarm(Alarm.Kind.DUPLICATE_NODE_ID, "another process is in the cluster as " + self.id()));
        }
        return obstacle().map(this::alarm);
    }

    @Override
    public Alarm tooFewAnswer(int answers) {
        return alarm("no majority: " + answers + " of " + counted() + " voters answer, " + required() + " are needed"
                + doubt());
    }

    private Alarm alarm(String why) {
        return strangers().isEmpty()
                ? new Alarm(Alarm.Kind.UNREACHABLE, why)
                : new Alarm(
                        Alarm.Kind.DUPLICATE_NODE_ID,
                        why + "; here with another state file than before, and not counted: " + strangers());
    }

    private Optional<String> obstacle() {
        if (inView.isEmpty()) {
            return Optional.of("this node has not joined its cluster yet");
        }
        if (settings.quorum() == QuorumMode.NONE) {
            if (votersInView.isEmpty()) {
                return Optional.of("no voter is here");
            }
            return settled
                    ? Optional.empty()
                    : Optional.of("waiting for " + settings.initialMembers() + " members, " + inView.size()
                            + " found so far");
        }
        if (votersInView.size() > largestSaid) {
            return Optional.of("cluster_size " + largestSaid + " is stated, but " + votersInView.size()
                    + " voters are here: two majorities would be possible");
        }
        return voters().size() >= required()
                ? Optional.empty()
                : Optional.of("no majority: " + votersInView.size() + " of " + counted() + " voters are here, "
                        + required() + " are needed" + doubt());
    }

    private String doubt() {
        return counted() == size()
                ? ""
                : "; cluster_size is " + size() + " here, the largest that a node said is " + largestSaid + ", and "
                        + mostSeen
                        + " voters were seen at once: if that is too many, a restart of this node forgets it";
    }

    @Override
    public long wakeAt(long now) {
        long wake = settled || !MonotonicTime.isBefore(now, waitUntil) ? MonotonicTime.never(now) : waitUntil;
        for (long until : gone.values()) {
            wake = MonotonicTime.earlier(wake, until);
        }
        return MonotonicTime.earlier(wake, known.wakeAt(now));
    }
}
