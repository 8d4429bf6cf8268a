// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.NodeId;
import dev.baton.admin.WorkMap;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The owners of all partitions as numbers, with the last change of each task list: readers that come back get only what
 * has changed. Confined to one thread.
 */
final class OwnerSnapshots {
    private static final int NONE = -1;
    /** Workers that came and went stay in the list, up to this many. */
    private static final int MAX_WORKERS = 10_000;

    /**
     * New with every start of the numbering, so that no cursor of another node or numbering is mistaken for one of
     * ours.
     */
    private String numbering = UUID.randomUUID().toString();

    private final Map<NodeId, Integer> places = new LinkedHashMap<>();
    private final Map<TaskListName, Entry> lists = new TreeMap<>();
    private long changes;

    /** A task list as it is reported. */
    private static final class Entry {
        final int[] owners;
        final List<List<Integer>> moving;
        final long changed;

        Entry(int[] owners, List<List<Integer>> moving, long changed) {
            this.owners = owners;
            this.moving = moving;
            this.changed = changed;
        }

        boolean is(int[] now, List<List<Integer>> movingNow) {
            return Arrays.equals(owners, now) && moving.equals(movingNow);
        }
    }

    /** Something may have changed. */
    void update(WorkState state) {
        if (places.size() > MAX_WORKERS) {
            numbering = UUID.randomUUID().toString();
            places.clear();
            lists.clear();
        }
        changes++;
        lists.keySet().removeIf(name -> state.list(name).map(TaskList::retired).orElse(true));
        for (TaskList list : state.lists()) {
            if (!list.retired()) {
                update(list, state.assignments(list.name()));
            }
        }
    }

    private void update(TaskList list, Map<Integer, Assignment> rows) {
        int[] owners = new int[list.partitions()];
        List<List<Integer>> moving = new ArrayList<>();
        for (int number = 0; number < owners.length; number++) {
            Assignment row = rows.get(number);
            owners[number] = row == null
                    ? NONE
                    : row.owner().map(Session::worker).map(this::place).orElse(NONE);
            if (row != null && row.state() == AssignmentState.RELEASING) {
                moving.add(List.of(number, row.target().map(this::place).orElse(NONE)));
            }
        }
        Entry before = lists.get(list.name());
        if (before == null || !before.is(owners, moving)) {
            lists.put(list.name(), new Entry(owners, moving, changes));
        }
    }

    private int place(NodeId worker) {
        return places.computeIfAbsent(worker, it -> places.size());
    }

    WorkMap since(Optional<String> cursor) {
        Optional<Long> since = cursor.filter(it -> it.startsWith(numbering + ":"))
                .map(it -> it.substring(numbering.length() + 1))
                .filter(it -> it.matches("\\d{1,18}"))
                .map(Long::parseLong);
        long after = since.orElse(-1L);
        List<WorkMap.Owners> changed = new ArrayList<>();
        lists.forEach((name, entry) -> {
            if (entry.changed > after) {
                changed.add(new WorkMap.Owners(
                        name.toString(), Arrays.stream(entry.owners).boxed().toList(), entry.moving));
            }
        });
        return new WorkMap(
                numbering + ":" + changes,
                since.isEmpty(),
                places.keySet().stream().map(NodeId::value).toList(),
                lists.keySet().stream().map(TaskListName::toString).toList(),
                changed);
    }
}
