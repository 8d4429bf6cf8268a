// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import dev.baton.admin.AdminJson;
import dev.baton.admin.WorkForecast;
import dev.baton.admin.WorkMap;
import dev.baton.admin.WorkView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Made-up work of any size: lists of the same length, spread in turn over workers. */
final class WorkScene {
    private final List<String> workers;
    private final List<String> names;
    private final List<List<Integer>> owners = new ArrayList<>();
    private final List<List<List<Integer>>> moving = new ArrayList<>();
    private final List<WorkView.Placement> placements = new ArrayList<>();
    private final List<WorkView.Problem> problems = new ArrayList<>();
    private int version = 1;
    private int changed = -1;

    WorkScene(int workers, int lists, int partitions) {
        this.workers = IntStream.range(0, workers)
                .mapToObj(it -> String.format("worker-%03d", it))
                .toList();
        this.names = IntStream.range(0, lists)
                .mapToObj(it -> String.format("billing/list-%04d", it))
                .toList();
        for (int list = 0; list < lists; list++) {
            int shift = list;
            owners.add(new ArrayList<>(IntStream.range(0, partitions)
                    .mapToObj(it -> (it + shift) % workers)
                    .toList()));
            moving.add(new ArrayList<>());
        }
    }

    /** Has a page and answers for a {@link StubNode}. */
    Scene in(Scene scene) {
        scene.partPages.add(Scene.json(
                "name",
                "work",
                "title",
                "Work",
                "path",
                "/api/v1/work",
                "field",
                "workers",
                "columns",
                List.of(),
                "script",
                true));
        scene.answers.put("/api/v1/work", query -> AdminJson.tree(view()));
        scene.answers.put("/api/v1/work/map", query -> AdminJson.tree(map(query.toString())));
        scene.answers.put("/api/v1/work/plan", query -> AdminJson.tree(forecast(query.toString())));
        return scene;
    }

    synchronized void give(int list, int partition, int worker) {
        owners.get(list).set(partition, worker);
        version++;
        changed = list;
    }

    synchronized void place(String kind, String what, String worker, boolean present) {
        placements.add(new WorkView.Placement(kind, what, worker, present));
    }

    synchronized void problem(String subject, String what, String mend) {
        problems.add(new WorkView.Problem(subject, what, mend, true));
    }

    synchronized void release(int list, int partition, int to) {
        moving.get(list).add(List.of(partition, to));
        version++;
        changed = list;
    }

    private synchronized WorkMap map(String query) {
        boolean complete = !query.contains("since=");
        List<WorkMap.Owners> told = new ArrayList<>();
        for (int list = 0; list < names.size(); list++) {
            boolean news = list == changed && !query.endsWith("v" + version);
            if (complete || news) {
                told.add(new WorkMap.Owners(
                        names.get(list), List.copyOf(owners.get(list)), List.copyOf(moving.get(list))));
            }
        }
        return new WorkMap("v" + version, complete, workers, names, told);
    }

    private synchronized WorkView view() {
        List<WorkView.WorkList> lists = new ArrayList<>();
        List<WorkView.Unassigned> without = new ArrayList<>();
        int[] counts = new int[workers.size()];
        int all = 0;
        for (int list = 0; list < names.size(); list++) {
            int unassigned = 0;
            for (int partition = 0; partition < owners.get(list).size(); partition++) {
                int owner = owners.get(list).get(partition);
                if (owner < 0) {
                    unassigned++;
                    without.add(new WorkView.Unassigned(names.get(list) + "/" + partition, "no worker can take it"));
                } else {
                    counts[owner]++;
                }
            }
            int size = owners.get(list).size();
            int moves = moving.get(list).size();
            all += size;
            lists.add(new WorkView.WorkList(
                    names.get(list), size, 1, false, false, size - unassigned - moves, moves, unassigned, 0, 1, null));
        }
        int unassigned = lists.stream().mapToInt(WorkView.WorkList::unassigned).sum();
        int moves = lists.stream().mapToInt(WorkView.WorkList::moving).sum();
        List<WorkView.Worker> shown = IntStream.range(0, workers.size())
                .mapToObj(it -> new WorkView.Worker(
                        workers.get(it), 1, "east", 1, it == 1, List.of(), Map.of("version", "1.4"), counts[it], 0))
                .toList();
        return new WorkView(
                new WorkView.Coordinator("n1", 7, 3L, 12.5),
                all,
                all - unassigned - moves,
                moves,
                unassigned,
                unassigned == 0 ? null : 4_000L,
                IntStream.of(counts).max().orElse(0)
                        - IntStream.of(counts).min().orElse(0),
                List.of(new WorkView.Domain("billing", all, lists)),
                shown,
                Collections.emptyList(),
                without,
                List.copyOf(placements),
                List.copyOf(problems));
    }

    private WorkForecast forecast(String query) {
        return new WorkForecast(
                List.of(query.replaceFirst("without=", "")),
                10,
                Map.of("its worker is gone", 10),
                List.of(new WorkForecast.Share(workers.get(0), 10, 0), new WorkForecast.Share(workers.get(1), 10, 20)),
                List.of(),
                List.of(new WorkView.Unassigned(names.get(0) + "/3", "it is pinned there")));
    }
}
