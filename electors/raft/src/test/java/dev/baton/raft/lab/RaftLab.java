// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.lab;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Real processes, of which the first ones are the members of a Raft group, and all elect on it. */
public final class RaftLab extends ProcessLab {
    private final List<String> members = new ArrayList<>();
    private final Duration lease;

    /** @param count how many members there are: node1, node2 and so on */
    public RaftLab(Path folder, int count, Duration lease) {
        this(folder, count, lease, Optional.empty());
    }

    /**
     * @param count how many members there are: node1, node2 and so on
     * @param namespaces one for each node; there must be a key pair for their addresses in the folder then
     */
    RaftLab(Path folder, int count, Duration lease, Optional<Namespaces> namespaces) {
        super(folder, namespaces);
        this.lease = lease;
        for (int i = 1; i <= count; i++) {
            String id = "node" + i;
            members.add(id + "=" + host(id) + ":" + FreePorts.take());
        }
    }

    /** Starts all members. */
    public RaftLab startAll() {
        members.forEach(member -> start(member.substring(0, member.indexOf('='))));
        return this;
    }

    /** Starts a node: a member, or a client if there is none of this name. */
    public LabProcess start(String id) {
        return launch(
                id,
                ElectingNode.class,
                List.of("-Xmx128m", "-Xshare:auto", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=4"),
                history -> List.of(
                        id,
                        String.join(",", members),
                        folder().toString(),
                        history.toString(),
                        Long.toString(lease.toMillis())));
    }

    /** The member that leads the group, as it says itself. */
    public String awaitGroupLeader() {
        return await(
                "one leads the group",
                () -> living().stream().filter(this::leadsGroup).findFirst());
    }

    boolean leadsGroup(String id) {
        LabProcess asked = process(id);
        long before = count(asked, "role ");
        asked.say("role");
        return await("the role of " + id, () -> Optional.of(asked).filter(it -> count(it, "role ") > before))
                .last("role ")
                .filter(line -> line.startsWith("role true"))
                .isPresent();
    }

    /** Has a node ask the group's records, and returns the answer; empty if there is none within a second. */
    Optional<String> askRecords(String id, String question) {
        LabProcess asked = process(id);
        String beginning = "records " + question + " ";
        long before = count(asked, beginning);
        asked.say("records " + question);
        String line = await(
                        "an answer to " + question,
                        () -> Optional.of(asked).filter(it -> count(it, beginning) > before))
                .last(beginning)
                .orElseThrow();
        return Optional.of(line.substring(beginning.length())).filter(it -> !it.startsWith("none"));
    }

    private static long count(LabProcess process, String beginning) {
        return process.lines().stream()
                .filter(line -> line.startsWith(beginning))
                .count();
    }

    /** Sees to it that a node leads the election, and all know it. */
    public void lead(String id) {
        for (String leader = awaitAgreement(); !leader.equals(id); leader = awaitAgreement()) {
            process(leader).say("transfer " + id);
            // Another one may have been quicker.
            awaitNoMore(leader);
        }
    }

    /** Starts again whatever has ended, resumes what was paused, and waits until all agree. */
    public void restore() {
        bringBack(this::start);
        awaitReady();
        awaitAgreement();
    }
}
