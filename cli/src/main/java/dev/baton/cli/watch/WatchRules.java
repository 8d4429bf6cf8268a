// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.admin.CandidateView;
import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.EventView;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.cluster.LeadershipOperation;
import dev.baton.cli.screen.Key;
import dev.baton.cli.watch.WatchedChange.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code watch} knows, where its user is, and what a key does. One thread calls it; {@link WatchLines} shows it.
 *
 * <ol>
 *   <li>Nothing is changed without a question that was answered with {@code y}.
 *   <li>A question is withdrawn when a leadership that it is about has ended.
 *   <li>One change at a time.
 * </ol>
 */
final class WatchRules {
    private static final ClusterView NOTHING = new ClusterView("", "", Instant.EPOCH, List.of(), List.of(), List.of());

    private final String role;
    private ClusterView cluster = NOTHING;
    private List<EventView> events = List.of();
    private Mode mode = Mode.BROWSE;
    private Optional<String> openElection = Optional.empty();
    private Optional<Row> cursor = Optional.empty();
    private Optional<WatchedChange> change = Optional.empty();
    private Message message = Message.NONE;
    private Optional<String> away = Optional.empty();

    /** What keys are for at the moment. */
    enum Mode {
        BROWSE,
        HELP,
        /** A question is to be answered. */
        CONFIRM,
        /** A change is under way. */
        WORKING
    }

    /** What the last key or change came to. */
    record Message(String text, boolean bad) {
        static final Message NONE = new Message("", false);
    }

    /** What is to be done after a key: end, or a change. */
    record Effect(boolean quit, Optional<WatchedChange> perform) {
        static final Effect NONE = new Effect(false, Optional.empty());
        static final Effect QUIT = new Effect(true, Optional.empty());
    }

    /** @param role of the caller, as the node says */
    WatchRules(String role) {
        this.role = role;
    }

    ClusterView cluster() {
        return cluster;
    }

    List<EventView> events() {
        return events;
    }

    Mode mode() {
        return mode;
    }

    Message message() {
        return message;
    }

    /** Why what is shown is old; empty if it is not. */
    Optional<String> away() {
        return away;
    }

    Optional<Row> cursor() {
        return cursor;
    }

    /** The election whose candidates are shown instead of the cluster. */
    Optional<ElectionView> openElection() {
        return openElection.flatMap(this::election);
    }

    boolean mayOperate() {
        return role.equals("operate");
    }

    private Optional<ElectionView> election(String name) {
        return cluster.elections().stream().filter(it -> it.name().equals(name)).findFirst();
    }

    private List<Row> rows() {
        if (openElection().isPresent()) {
            return openElection().get().candidates().stream()
                    .map(it -> new Row(Row.Kind.CANDIDATE, it.node()))
                    .toList();
        }
        return Stream.concat(
                        cluster.elections().stream().map(it -> new Row(Row.Kind.ELECTION, it.name())),
                        cluster.nodes().stream().map(it -> new Row(Row.Kind.NODE, it.id())))
                .toList();
    }

    void saw(ClusterView now, List<EventView> lately) {
        int before = cursor.map(rows()::indexOf).orElse(0);
        cluster = now;
        events = lately;
        away = Optional.empty();
        if (openElection().isEmpty()) {
            openElection = Optional.empty();
        }
        if (cursor.filter(rows()::contains).isEmpty()) {
            moveTo(before);
        }
        if (mode == Mode.CONFIRM) {
            change.flatMap(it -> it.overtakenIn(now)).ifPresent(it -> {
                browse(new Message(
                        "Not done, because the leader has changed: "
                                + LeadershipOperation.describe(it.name(), it.leader()) + ".",
                        true));
            });
        }
    }

    /** The node did not answer; what was seen last stays. */
    void away(String why) {
        away = Optional.of(why);
    }

    void done(String outcome) {
        browse(new Message(outcome, false));
    }

    void failed(String why) {
        browse(new Message("Not done: " + why, true));
    }

    private void browse(Message said) {
        mode = Mode.BROWSE;
        change = Optional.empty();
        message = said;
    }

    Effect pressed(Key key) {
        if (key.equals(Key.CLOSED)) {
            return Effect.QUIT;
        }
        return switch (mode) {
            case BROWSE -> browsing(key);
            case HELP -> leaveHelp(key);
            case CONFIRM -> answered(key);
            case WORKING -> waiting(key);
        };
    }

    private Effect leaveHelp(Key key) {
        mode = Mode.BROWSE;
        return key.name().equals("q") ? Effect.QUIT : Effect.NONE;
    }

    private Effect answered(Key key) {
        if (key.name().equals("y")) {
            mode = Mode.WORKING;
            message = new Message("Working…", false);
            return new Effect(false, change);
        }
        browse(new Message("Aborted; nothing changed.", false));
        return Effect.NONE;
    }

    private Effect waiting(Key key) {
        move(key);
        return key.name().equals("q") ? Effect.QUIT : Effect.NONE;
    }

    private Effect browsing(Key key) {
        message = Message.NONE;
        move(key);
        switch (key.name()) {
            case "q" -> {
                return Effect.QUIT;
            }
            case "?" -> mode = Mode.HELP;
            case "ENTER" -> open();
            case "ESCAPE" -> back();
            case "r" -> operate(this::resign);
            case "t" -> operate(this::transfer);
            case "d" -> operate(() -> eligibility(Kind.DRAIN));
            case "u" -> operate(() -> eligibility(Kind.UNDRAIN));
            default -> {}
        }
        return Effect.NONE;
    }

    private void move(Key key) {
        int now = cursor.map(rows()::indexOf).orElse(0);
        switch (key.name()) {
            case "UP", "k" -> moveTo(now - 1);
            case "DOWN", "j" -> moveTo(now + 1);
            default -> {}
        }
    }

    private void moveTo(int index) {
        List<Row> rows = rows();
        cursor = rows.isEmpty()
                ? Optional.empty()
                : Optional.of(rows.get(Math.max(0, Math.min(index, rows.size() - 1))));
    }

    private void open() {
        cursor.filter(it -> it.kind() == Row.Kind.ELECTION).ifPresent(row -> {
            openElection = Optional.of(row.name());
            // On the one that a leadership would go to next, which is what is looked for most.
            moveTo(1);
        });
    }

    private void back() {
        openElection.ifPresent(name -> {
            openElection = Optional.empty();
            cursor = Optional.of(new Row(Row.Kind.ELECTION, name));
        });
    }

    private void operate(Runnable wish) {
        if (mayOperate()) {
            wish.run();
        } else {
            say("This token has the role " + TerminalSafeText.text(role)
                    + "; changing the cluster needs the role operate.");
        }
    }

    private void say(String text) {
        message = new Message(text, true);
    }

    private void ask(Kind kind, String node, List<ElectionView> elections) {
        WatchedChange asked = new WatchedChange(kind, node, elections);
        change = Optional.of(asked);
        mode = Mode.CONFIRM;
        message = new Message(asked.question(), false);
    }

    /** The election that the cursor is on, or whose candidates are shown; says so if it is on none. */
    private Optional<ElectionView> chosenElection() {
        Optional<ElectionView> chosen = openElection()
                .or(() -> cursor.filter(it -> it.kind() == Row.Kind.ELECTION).flatMap(it -> election(it.name())));
        if (chosen.isEmpty()) {
            say("Move to an election first.");
        }
        return chosen;
    }

    private void resign() {
        chosenElection().ifPresent(election -> {
            if (election.leader() == null) {
                say(LeadershipOperation.describe(election.name(), election.leader()) + ".");
            } else {
                ask(Kind.RESIGN, election.leader().node(), List.of(election));
            }
        });
    }

    /** To the candidate under the cursor; on an election, the candidates to choose from are shown first. */
    private void transfer() {
        Optional<ElectionView> chosen = chosenElection();
        if (chosen.isEmpty()) {
            return;
        }
        ElectionView election = chosen.get();
        if (openElection.isEmpty()) {
            open();
            message = new Message("Choose the next leader, then press t.", false);
            return;
        }
        Optional<CandidateView> successor =
                election.candidates().stream().filter(this::isUnderCursor).findFirst();
        if (election.leader() == null) {
            say(LeadershipOperation.describe(election.name(), election.leader()) + ".");
        } else if (successor.isPresent()) {
            transfer(election, successor.get());
        }
    }

    private void transfer(ElectionView election, CandidateView successor) {
        String node = successor.node();
        if (election.leader() != null && election.leader().node().equals(node)) {
            say(TerminalSafeText.text(node + " leads already."));
        } else if (!successor.eligible()) {
            say(TerminalSafeText.text(node + " may not lead; press u to allow it first."));
        } else {
            ask(Kind.TRANSFER, node, List.of(election));
        }
    }

    private boolean isUnderCursor(CandidateView candidate) {
        return cursor.filter(it -> it.name().equals(candidate.node())).isPresent();
    }

    /** On a node: in all its elections. On a candidate: in this election. */
    private void eligibility(Kind kind) {
        Optional<Row> chosen = cursor.filter(it -> it.kind() != Row.Kind.ELECTION);
        if (chosen.isEmpty()) {
            say("Move to a node or a candidate first.");
            return;
        }
        String node = chosen.get().name();
        List<ElectionView> elections = openElection().map(List::of).orElse(cluster.elections()).stream()
                .filter(election -> election.candidates().stream()
                        .anyMatch(it -> it.node().equals(node) && it.eligible() == (kind == Kind.DRAIN)))
                .toList();
        if (elections.isEmpty()) {
            say(TerminalSafeText.text(
                    node + (kind == Kind.DRAIN ? " may lead no election." : " may lead all its elections.")));
        } else {
            ask(kind, node, elections);
        }
    }
}
