// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StateFolder;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Priority;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Real processes of one bully cluster. */
public final class BullyLab extends ProcessLab {
    private static final String PASSWORD = "cluster_pass";

    private final QuorumMode quorum;
    private final BullySettings pace;
    private final Map<String, Integer> ports = new TreeMap<>();
    private String first = "";
    private long resigned = System.nanoTime();

    public BullyLab(Path folder) {
        this(folder, QuorumMode.MAJORITY);
    }

    BullyLab(Path folder, QuorumMode quorum) {
        this(folder, quorum, BullyNode.SETTINGS, Optional.empty());
    }

    /** @param pace whose heartbeat and misses the nodes have */
    BullyLab(Path folder, BullySettings pace) {
        this(folder, QuorumMode.MAJORITY, pace, Optional.empty());
    }

    /** @param namespaces its own network for each node, by the number at the end of its id */
    BullyLab(Path folder, BullySettings pace, Namespaces namespaces) {
        this(folder, QuorumMode.MAJORITY, pace, Optional.of(namespaces));
    }

    private BullyLab(Path folder, QuorumMode quorum, BullySettings pace, Optional<Namespaces> namespaces) {
        super(folder, namespaces);
        this.quorum = quorum;
        this.pace = pace;
    }

    /** Starts nodes, and waits until all of them are members. The very first one forms the cluster. */
    public BullyLab with(String... ids) {
        for (String id : ids) {
            start(id);
        }
        awaitMembers(nodes().size());
        return this;
    }

    /** Starts the nodes of a cluster that exists already: each finds in its folder who its members are. */
    BullyLab withMembers(String... ids) {
        List<BullyMember> members = new ArrayList<>();
        for (String id : ids) {
            ports.computeIfAbsent(id, any -> FreePorts.take());
            inFolder(
                    id,
                    state -> members.add(new BullyMember(
                            NodeId.of(id), state.mark(), address(id), Priority.DEFAULT, MemberRole.FULL)));
        }
        Membership all = new Membership("lab", new MembershipVersion(Epoch.of(1), 2), Epoch.NONE, members, List.of());
        for (String id : ids) {
            inFolder(id, state -> state.save(all));
        }
        return with(ids);
    }

    private void inFolder(String id, Consumer<StateFolder> use) {
        try (StateFolder opened = new StateFolder(folder().resolve(id), NodeId.of(id), new SecureRandom())) {
            use.accept(opened);
        }
    }

    public void start(String id) {
        start(id, PASSWORD, MemberRole.FULL);
    }

    /** Undoes whatever was done to the nodes, and waits until all of them agree again. */
    void restore() {
        bringBack(this::start);
        heal();
        awaitMembers(nodes().size());
        awaitAgreement();
    }

    void start(String id, String password, MemberRole part) {
        first = first.isEmpty() ? id : first;
        ports.computeIfAbsent(id, any -> FreePorts.take());
        String join = id.equals(first)
                ? "-"
                : ports.keySet().stream()
                        .filter(other -> !other.equals(id))
                        .map(other -> address(other).toString())
                        .collect(Collectors.joining(","));
        launch(
                id,
                BullyNode.class,
                List.of(
                        "-Dbaton.heartbeat=" + pace.heartbeat().toMillis(),
                        "-Dbaton.misses=" + pace.misses(),
                        "-Xmx64m",
                        "-Xshare:auto"),
                history -> List.of(
                        id,
                        address(id).toString(),
                        join,
                        folder().toString(),
                        history.toString(),
                        password,
                        quorum.name(),
                        part.name()));
    }

    Address address(String id) {
        return new Address(host(id), ports.get(id));
    }

    /** Waits until every process that is alive knows so many members. */
    void awaitMembers(int count) {
        eventually(
                count + " members are known to all",
                PATIENCE,
                () -> living().stream().allMatch(id -> members(id) == count),
                this::state);
    }

    /** How many members a node knows that live. */
    private int members(String id) {
        return answer(id, "view", "view ").split("alive=true", -1).length - 1;
    }

    /** How often something has happened in a node by now, by the name under which it says so. */
    private long count(String id, String what) {
        return Long.parseLong(answer(id, "counts", what + " ").split(" ")[1]);
    }

    /** What a node says to a question, and not what it said to an earlier one, which would be how it was then. */
    private String answer(String id, String question, String prefix) {
        LabProcess asked = process(id);
        long before = lines(asked, prefix).size();
        asked.say(question);
        eventually(
                id + " answers " + question,
                PATIENCE,
                () -> lines(asked, prefix).size() > before || !asked.isAlive(),
                this::state);
        List<String> all = lines(asked, prefix);
        return all.isEmpty() ? "" : all.get(all.size() - 1);
    }

    private static List<String> lines(LabProcess process, String prefix) {
        return process.lines().stream().filter(line -> line.startsWith(prefix)).toList();
    }

    /** Waits until so much more of something has happened in a node. */
    void awaitMore(String id, String what, int more) {
        long before = count(id, what);
        eventually(more + " more " + what, PATIENCE, () -> count(id, what) >= before + more, this::state);
    }

    public void resign(String leader) {
        resigned = System.nanoTime();
        process(leader).say("resign");
    }

    /** Waits until nobody rests any more. */
    public void awaitRest() {
        long rested = resigned + BullyNode.REST.plus(pace.heartbeat()).toNanos();
        eventually("all have rested", PATIENCE, () -> System.nanoTime() - rested > 0, this::state);
    }

    /** Waits until all votes count: whatever the former process of a node that has come back promised has ended by then. */
    public void awaitFullVotes() {
        long ended = System.nanoTime()
                + pace.terms().lease().plus(pace.heartbeat().multipliedBy(2)).toNanos();
        eventually("what was promised has ended", PATIENCE, () -> System.nanoTime() - ended > 0, this::state);
    }

    /** Sees to it that a node leads, and all know it. */
    void lead(String id) {
        String leader = awaitAgreement();
        if (!leader.equals(id)) {
            process(leader).say("transfer " + id);
            eventually(id + " leads", PATIENCE, () -> leaders().equals(List.of(id)), this::state);
        }
        awaitAgreementOn(id);
    }

    boolean marksDead(String by, String dead) {
        return answer(by, "view", "view ").matches(".*id=" + dead + ",[^]]*alive=false.*");
    }

    long revokedAt(String id) {
        return awaitSaid(id, "revoked ");
    }

    /** Nothing passes between the two groups any more. */
    void split(List<String> one, List<String> other) {
        one.forEach(a -> other.forEach(b -> {
            process(a).say("cut " + address(b));
            process(b).say("cut " + address(a));
        }));
    }

    /** Whatever a node says takes so much longer to get to the others. */
    void slow(String id, Duration more) {
        process(id).say("slow " + more.toMillis());
    }

    void heal() {
        living().forEach(id -> process(id).say("mend"));
    }

    @Override
    public Map<String, List<String>> state() {
        Map<String, List<String>> all = super.state();
        all.replaceAll((id, lines) -> lines.stream()
                .filter(line -> !line.matches("(view|renewals|refusals) .*"))
                .toList());
        nodes().forEach(id -> process(id).last("view ").ifPresent(view -> all.put(id + " sees", List.of(view))));
        return all;
    }
}
