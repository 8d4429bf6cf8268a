// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rounds of the allocator over rows, workers and rules that a test sets up. */
abstract class AllocatorFixture {
    static final TaskListName LIST = TaskListName.of("invoices");
    static final Epoch COORDINATOR = Epoch.of(9);

    final WorkState state = new WorkState();
    final Map<NodeId, SessionStatus> sessions = new HashMap<>();
    final List<TaskList> lists = new ArrayList<>();
    final List<WorkerRegistration> workers = new ArrayList<>();
    final List<PlacementRule> rules = new ArrayList<>();
    AllocatorSettings settings = AllocatorSettings.DEFAULT;

    AllocatorRound round() {
        state.set(new Definitions(lists, workers, rules));
        return new AllocatorRules(settings)
                .round(state, it -> sessions.getOrDefault(it, SessionStatus.UNKNOWN), COORDINATOR);
    }

    /** Plays a round into what is stored, as a store would. */
    AllocatorRound played() {
        AllocatorRound round = round();
        round.writes().values().forEach(all -> all.forEach(it -> state.put(it.next())));
        return round;
    }

    void list(int partitions) {
        lists.clear();
        lists.add(TaskList.of(LIST, partitions));
    }

    void live(String worker, long epoch) {
        workers.removeIf(it -> it.worker().value().equals(worker));
        workers.add(Leaderships.registration(worker, epoch));
        sessions.put(NodeId.of(worker), SessionStatus.live(Epoch.of(epoch)));
    }

    /** Its lease is not held, and no higher epoch is known. */
    void silent(String worker, long epoch) {
        sessions.put(NodeId.of(worker), new SessionStatus(Epoch.of(epoch), Optional.empty()));
    }

    void ended(String worker, long epoch) {
        sessions.put(NodeId.of(worker), new SessionStatus(Epoch.of(epoch + 1), Optional.empty()));
    }

    Assignment row(int number) {
        return state.assignment(LIST.partition(number)).orElseThrow();
    }

    void released(int number) {
        state.put(row(number).free(COORDINATOR));
    }

    List<AssignmentState> states() {
        return state.assignments(LIST).values().stream().map(Assignment::state).toList();
    }
}
