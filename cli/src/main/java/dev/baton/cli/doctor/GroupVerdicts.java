// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.admin.ControllerReport;
import dev.baton.admin.ControllerReport.GroupMember;
import dev.baton.admin.StateComparison;
import dev.baton.admin.TerminalSafeText;
import dev.baton.server.doctor.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Findings from the reports of the members of a Raft group. */
final class GroupVerdicts {
    private static final String CHECK = "raft";
    private static final long SILENT_MILLIS = 5_000;
    private static final long LARGE_LAG = 1_000;

    private final List<ControllerReport> reports;
    /** Those that still take part. */
    private final List<ControllerReport> members;
    /** The one that knows most: the leader's, or else the one that has applied most. */
    private final ControllerReport best;

    private final List<Finding> findings = new ArrayList<>();

    private GroupVerdicts(List<ControllerReport> reports) {
        this.reports = reports;
        this.members = reports.stream().filter(it -> it.ended() == null).toList();
        this.best = members.stream()
                .filter(it -> it.node().equals(it.leader()))
                .max(Comparator.comparing(ControllerReport::term))
                .or(() -> members.stream().max(Comparator.comparing(ControllerReport::applied)))
                .orElse(reports.get(0));
    }

    /** @param reports of all nodes that are members and answer; nothing is said if there are none */
    static List<Finding> of(List<ControllerReport> reports) {
        if (reports.isEmpty()) {
            return List.of();
        }
        GroupVerdicts verdicts = new GroupVerdicts(reports);
        verdicts.ended();
        verdicts.oneGroup();
        verdicts.leader();
        verdicts.voters();
        verdicts.answers();
        verdicts.lag();
        verdicts.registered();
        verdicts.states();
        return List.copyOf(verdicts.findings);
    }

    private void ok(String detail) {
        findings.add(Finding.ok(CHECK, TerminalSafeText.text(detail)));
    }

    private void warn(String detail, String advice) {
        findings.add(Finding.warn(CHECK, TerminalSafeText.text(detail), advice));
    }

    private void fail(String detail, String advice) {
        findings.add(Finding.fail(CHECK, TerminalSafeText.text(detail), advice));
    }

    private void ended() {
        reports.stream()
                .filter(it -> it.ended() != null)
                .forEach(it -> fail(
                        it.node() + " is running but has left the group: " + it.ended(),
                        "stop it; to rejoin, start it with an empty state folder"));
    }

    private void oneGroup() {
        Set<String> ids = members.stream()
                .map(ControllerReport::cluster)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        if (ids.size() > 1) {
            fail(
                    "these nodes are members of " + ids.size() + " different groups: "
                            + members.stream()
                                    .map(it -> it.node() + " of " + it.cluster())
                                    .collect(Collectors.joining(", ")),
                    "stop the nodes of the wrong group, empty their state folders, and let them join the right one");
        }
        members.stream()
                .filter(it -> it.cluster() == null)
                .forEach(it -> warn(
                        it.node() + " is in no group yet",
                        "start all nodes of bootstrap, with the same list on each; its log says which it waits for"));
    }

    private void leader() {
        List<GroupMember> voters = voting();
        if (members.stream().anyMatch(it -> it.leader() != null)) {
            ok(best.leader() + " leads in term " + best.term());
        } else if (!voters.isEmpty()) {
            Set<String> answering = names();
            fail(
                    "no node leads the group: " + (voters.size() / 2 + 1) + " of its " + voters.size()
                            + " voters have to run and to reach each other, and "
                            + voters.stream()
                                    .filter(it -> answering.contains(it.node()))
                                    .count() + " answer here",
                    "start the voters that do not answer; their disks are needed, an empty one has no vote");
        }
    }

    private void voters() {
        int voters = voting().size();
        if (voters == 1) {
            warn("the group has one voter, and is lost with it", "add two nodes, with elector.raft.join");
        } else if (voters > 0 && voters % 2 == 0) {
            warn(
                    "the group has " + voters + " voters and tolerates no more failures than with " + (voters - 1),
                    "add a node with elector.raft.join, or remove one that is gone with: baton nodes remove");
        } else if (voters > 0) {
            ok(voters + " voters survive the loss of " + (voters - 1) / 2);
        }
    }

    private void answers() {
        Set<String> answering = names();
        for (GroupMember member : best.members()) {
            Optional<Long> silent = Optional.ofNullable(member.silentMillis()).filter(it -> it >= SILENT_MILLIS);
            if (silent.isPresent()) {
                warn(
                        "the leader has not heard from " + member.node() + " for " + silent.get() / 1_000 + " s",
                        "start it, or check the network to " + TerminalSafeText.text(member.address())
                                + "; if it is gone for good: baton nodes remove");
            } else if (!answering.contains(member.node())) {
                warn(
                        member.node() + " is a member of the group, and its admin API does not answer",
                        "check its log, and the network to it; if it is gone for good: baton nodes remove");
            }
        }
    }

    private void lag() {
        best.members().stream()
                .filter(it -> it.lag() != null && it.lag() > LARGE_LAG)
                .forEach(it -> warn(
                        it.node() + " is " + it.lag() + " entries behind",
                        "check its disk, its network and the load of its machine"));
    }

    private void registered() {
        best.nodes().stream()
                .filter(ControllerReport.RegisteredNode::fenced)
                .forEach(it -> warn(
                        it.id() + " is registered, and not heard from: it is fenced",
                        "start it; if it is gone for good: baton nodes remove"));
    }

    private void states() {
        StateComparison states = StateComparison.of(members);
        switch (states.agreement()) {
            case EQUAL ->
                ok(states.compared() + " of " + reports.size() + " members are at entry " + states.index()
                        + ", with the same state");
            case DIFFERENT ->
                fail(
                        String.join(" and ", states.differing()) + " differ in their state at entry " + states.index(),
                        "stop those that differ from the majority, keep their state folders for a bug report, and let them join"
                                + " again with empty ones");
            case NOT_COMPARED -> {
                if (members.size() > 1) {
                    ok("no two members were at the same entry, so their states were not compared");
                }
            }
        }
    }

    private List<GroupMember> voting() {
        return best.members().stream()
                .filter(it -> !it.role().equals("LISTENER"))
                .toList();
    }

    private Set<String> names() {
        return members.stream().map(ControllerReport::node).collect(Collectors.toSet());
    }
}
