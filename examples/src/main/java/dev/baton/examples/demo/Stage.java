// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import static dev.baton.examples.demo.Happening.millis;

import dev.baton.candidate.CandidateEvent;
import dev.baton.candidate.CandidateStatus;
import dev.baton.core.Epoch;
import dev.baton.core.Leadership;
import dev.baton.core.NodeId;
import dev.baton.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The cluster on show. Acts are performed one at a time, by one thread; what the nodes do is told from theirs, one
 * happening at a time and in order.
 */
final class Stage implements DemoNode.Observer, AutoCloseable {
    static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofSeconds(3));

    private static final int MOST_NODES = 9;
    /** How long a pause lasts at the least. */
    private static final Duration PAUSE = TERMS.lease().multipliedBy(3).dividedBy(2);
    /** How long a hand-over may take: a lease, the rest of a node that resigned, and a slow machine. */
    private static final Duration LIMIT = TERMS.lease().plusSeconds(12);

    /** A leader that has written so often is ready for the next act. */
    private static final int SETTLED_ENTRIES = 5;

    private static final long LOOK_EVERY_MILLIS = 10;

    private final InMemoryLeases leases = new InMemoryLeases();
    private final Ledger ledger = new Ledger();
    private final HandOverBook book = new HandOverBook();
    private final Map<NodeId, DemoNode> nodes = new LinkedHashMap<>();
    private final List<Leadership> leaderships = new ArrayList<>();
    private final List<HandOver> handOvers = new ArrayList<>();
    private final Consumer<Happening> audience;
    private final long opened = System.nanoTime();
    private Optional<Leadership> acting = Optional.empty();
    private Epoch lastLate = Epoch.NONE;
    private boolean promiseBroken;
    private boolean closing;

    /** @param audience told of everything, by one thread at a time */
    Stage(Consumer<Happening> audience) {
        this.audience = audience;
    }

    /** A node as the audience sees it. */
    record Row(NodeId node, DemoNode.Condition condition, CandidateStatus status, long entries) {}

    void open(int count) {
        for (int i = 0; i < count; i++) {
            join(nextId());
        }
        await("a first leader", () -> leader().isPresent());
    }

    synchronized List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (DemoNode node : nodes.values()) {
            CandidateStatus status = node.candidate().status();
            long entries = status.epoch().map(ledger::entriesUnder).orElse(0L);
            rows.add(new Row(node.id(), node.condition(), status, entries));
        }
        return rows;
    }

    synchronized List<HandOver> handOvers() {
        return List.copyOf(handOvers);
    }

    /** False once two leaders could have acted at the same time, or a late write was let through. */
    synchronized boolean promisesKept() {
        return !promiseBroken && book.overlap().isZero();
    }

    synchronized Duration overlap() {
        return book.overlap();
    }

    /** Performs an act and waits for what must follow from it; throws {@link PlotException} if it does not. */
    void perform(Act act) {
        if (act == Act.START) {
            startOne();
            return;
        }
        await("a leader that has settled in", this::leaderHasSettled);
        DemoNode leader = leader().orElseThrow();
        Leadership held = leader.candidate().requireLeadership();
        requireAnother(act, leader);
        NodeId next = after(leader.id());
        tell(Happening.of(
                        "act",
                        act.word() + (act == Act.TRANSFER ? " from " + leader.id() + " to " + next : " " + leader.id()))
                .with("act", act.word())
                .with("node", leader.id())
                .with("epoch", held.epoch().value()));
        synchronized (this) {
            book.ends(held.epoch(), act.word());
        }
        long since = System.nanoTime();
        if (held.mayAct()) {
            acted(held, since);
        }
        switch (act) {
            case KILL -> leader.kill();
            case PAUSE -> leader.pause();
            case RESIGN -> await(leader.candidate().resign());
            default -> await(leader.candidate().transferTo(next));
        }
        HandOver done = awaitHandOverFrom(held.epoch());
        if (act == Act.TRANSFER && !done.to().equals(next)) {
            throw new PlotException("leadership was to go to " + next + ", but went to " + done.to());
        }
        if (act == Act.PAUSE) {
            resume(leader, held, since);
        }
    }

    private void requireAnother(Act act, DemoNode leader) {
        boolean alone = living().stream().allMatch(node -> node == leader);
        if (alone) {
            throw new PlotException("there is no other node to take over: " + act.word() + " needs one more (start)");
        }
    }

    private void resume(DemoNode paused, Leadership held, long since) {
        await(
                "the next leader's first write",
                () -> ledger.highest(held.election()).isAfter(held.epoch()));
        await(
                "the end of the pause",
                () -> Duration.ofNanos(System.nanoTime() - since).compareTo(PAUSE) >= 0);
        Duration stood = Duration.ofNanos(System.nanoTime() - since);
        paused.resume();
        tell(Happening.of("resumed", paused.id() + " goes on after it stood still for " + stood.toMillis() + " ms")
                .with("node", paused.id())
                .with("paused_ms", millis(stood)));
        await("the late write of " + paused.id(), () -> {
            synchronized (this) {
                return lastLate.equals(held.epoch());
            }
        });
    }

    private void startOne() {
        NodeId id;
        synchronized (this) {
            id = nodes.values().stream()
                    .filter(node -> node.condition() == DemoNode.Condition.KILLED)
                    .map(DemoNode::id)
                    .findFirst()
                    .orElseGet(this::nextId);
            if (!nodes.containsKey(id) && nodes.size() >= MOST_NODES) {
                throw new PlotException("there are " + MOST_NODES + " nodes already");
            }
        }
        tell(Happening.of("act", "start " + id).with("act", Act.START.word()).with("node", id));
        DemoNode node = join(id);
        await(id + " to see a leader", () -> node.candidate().leader().isPresent());
    }

    private synchronized NodeId nextId() {
        return NodeId.of("n" + (nodes.size() + 1));
    }

    private synchronized DemoNode join(NodeId id) {
        DemoNode node = new DemoNode(id, leases, TERMS, ledger, this);
        nodes.put(id, node);
        return node;
    }

    private synchronized List<DemoNode> living() {
        return nodes.values().stream()
                .filter(node -> node.condition() == DemoNode.Condition.UP)
                .toList();
    }

    /** The node that leads and whose duty acts. */
    private synchronized Optional<DemoNode> leader() {
        return acting.filter(Leadership::mayAct)
                .map(held -> nodes.get(held.node().id()))
                .filter(node -> node.condition() == DemoNode.Condition.UP)
                .filter(node -> node.candidate().isLeader());
    }

    private boolean leaderHasSettled() {
        return leader().flatMap(node -> node.candidate().leadership())
                .filter(held -> ledger.entriesUnder(held.epoch()) >= SETTLED_ENTRIES)
                .isPresent();
    }

    private NodeId after(NodeId id) {
        List<NodeId> ids = living().stream().map(DemoNode::id).toList();
        return ids.get((ids.indexOf(id) + 1) % ids.size());
    }

    private HandOver awaitHandOverFrom(Epoch epoch) {
        await("a hand-over from epoch " + epoch, () -> handOverFrom(epoch).isPresent());
        return handOverFrom(epoch).orElseThrow();
    }

    private synchronized Optional<HandOver> handOverFrom(Epoch epoch) {
        return handOvers.stream().filter(it -> it.fromEpoch().equals(epoch)).findFirst();
    }

    private static void await(CompletableFuture<?> request) {
        try {
            request.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new PlotException("the leader did not do as it was asked: " + failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new PlotException("interrupted while waiting for the leader");
        }
    }

    private static void await(String what, BooleanSupplier happened) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!happened.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new PlotException("waited " + LIMIT.toSeconds() + " s in vain for " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new PlotException("interrupted while waiting for " + what);
            }
        }
    }

    // ---- what the nodes do

    @Override
    public synchronized void began(NodeId node, Leadership leadership, long at) {
        // Asked after the instant: whoever may still act now could have acted at that instant.
        Duration elsewhere = leaderships.stream()
                .map(Leadership::remaining)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        leaderships.removeIf(other -> !other.mayAct());
        leaderships.add(leadership);
        acting = Optional.of(leadership);
        book.began(node, leadership.epoch(), at, elsewhere).ifPresent(this::handedOver);
    }

    private void handedOver(HandOver done) {
        handOvers.add(done);
        tell(Happening.of("hand_over", describe(done))
                .with("cause", done.cause())
                .with("from", done.from())
                .with("to", done.to())
                .with("from_epoch", done.fromEpoch().value())
                .with("to_epoch", done.toEpoch().value())
                .with("gap_ms", millis(done.gap()))
                .with("overlap_ms", millis(done.overlap())));
    }

    static String describe(HandOver done) {
        return String.format(
                Locale.ROOT,
                "hand-over by %s: %s (epoch %s) → %s (epoch %s), %.1f ms without an acting leader, overlap %.1f ms",
                done.cause(),
                done.from(),
                done.fromEpoch(),
                done.to(),
                done.toEpoch(),
                millis(done.gap()),
                millis(done.overlap()));
    }

    @Override
    public synchronized void acted(Leadership leadership, long at) {
        book.acted(leadership.epoch(), at);
    }

    @Override
    public synchronized void lateWrite(NodeId node, Leadership leadership, boolean isLeader, boolean refused) {
        lastLate = leadership.epoch();
        promiseBroken |= isLeader || !refused;
        tell(Happening.of(
                        "late_write",
                        "%s asks first: isLeader() is %s; its late write under epoch %s is %s"
                                .formatted(node, isLeader, leadership.epoch(), refused ? "refused" : "LET THROUGH"))
                .with("node", node)
                .with("epoch", leadership.epoch().value())
                .with("is_leader", isLeader)
                .with("refused", refused));
    }

    @Override
    public synchronized void on(NodeId node, CandidateEvent event) {
        if (event instanceof CandidateEvent.LostLeadership lost) {
            book.ends(lost.epoch(), lost.reason().name().toLowerCase(Locale.ROOT));
        }
        EventWords.of(node, event).ifPresent(this::tell);
    }

    @Override
    public synchronized void fault(NodeId node, String what) {
        promiseBroken = true;
        tell(Happening.of("fault", node + ": " + what).with("node", node).with("what", what));
    }

    private synchronized void tell(Happening happening) {
        if (!closing) {
            audience.accept(happening.with("at_ms", millis(Duration.ofNanos(System.nanoTime() - opened))));
        }
    }

    /** The standbys first, so that leadership does not go round on the way out. */
    @Override
    public void close() {
        List<DemoNode> all;
        synchronized (this) {
            closing = true;
            all = new ArrayList<>(nodes.values());
        }
        all.sort(Comparator.comparing(node -> node.candidate().isLeader()));
        all.forEach(DemoNode::close);
    }
}
