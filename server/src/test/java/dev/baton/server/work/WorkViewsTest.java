// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.admin.WorkForecast;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkPartitions;
import dev.baton.admin.WorkView;
import dev.baton.allocation.Plan;
import dev.baton.server.doctor.Finding;
import dev.baton.work.AllocatorRules;
import dev.baton.work.AllocatorSettings;
import dev.baton.work.CoordinatorStatus;
import dev.baton.work.DefinitionChange;
import dev.baton.work.Leaderships;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.SessionStatus;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkReport;
import dev.baton.work.WorkState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is stored, as it is shown. */
class WorkViewsTest {
    private final StoredWork work = new StoredWork()
            .list("billing/invoices", 4)
            .list("mails", 1)
            .worker("n1")
            .worker("n2")
            .owned("billing/invoices/0", "n1")
            .owned("billing/invoices/1", "n1")
            .owned("billing/invoices/2", "n1")
            .releasing("billing/invoices/2", "n2");

    private WorkView view() {
        return new WorkViews(work.state(), CoordinatorStatus.NONE, new ConfiguredTaskLists(Map.of())).view(null, 5L);
    }

    @Test
    void everyPartitionIsCountedOnce() {
        WorkView view = view();

        assertThat(view.partitions()).isEqualTo(5);
        assertThat(view.assigned()).isEqualTo(2);
        assertThat(view.moving()).isEqualTo(1);
        assertThat(view.unassigned()).isEqualTo(2);
        assertThat(view.skew()).isEqualTo(3);
        assertThat(view.oldestUnassignedMs()).isEqualTo(5);
        assertThat(view.domains()).extracting(WorkView.Domain::name).containsExactly("billing", "default");
        assertThat(view.moves())
                .containsExactly(new WorkView.Move("billing/invoices/2", "n1", "n2", "releasing", null));
        assertThat(view.withoutWorker())
                .extracting(WorkView.Unassigned::partition)
                .containsExactly("billing/invoices/3", "default/mails/0");
        assertThat(view.workers()).extracting(WorkView.Worker::partitions).containsExactly(3, 0);
    }

    @Test
    void whatIsNoLongerWantedIsShownUntilItIsReleased() {
        work.store.define(TaskList.of("billing/invoices", 1));

        WorkView.WorkList invoices = view().domains().get(0).lists().get(0);

        assertThat(invoices.assigned()).isEqualTo(1);
        assertThat(invoices.leaving()).isEqualTo(2);
        work.store.define(TaskList.of("mails", 1).asRetired());
        assertThat(view().domains()).extracting(WorkView.Domain::name).containsExactly("billing");
    }

    @Test
    void aRetiredListDoesNotCountWhileItsPartitionsAreReleased() {
        work.store.define(TaskList.of("billing/invoices", 4).asRetired());

        WorkView view = view();

        assertThat(view.partitions()).isEqualTo(1);
        assertThat(view.domains()).extracting(WorkView.Domain::partitions).containsExactly(0, 1);
    }

    @Test
    void partitionsComePageByPageWithTheirPinsAndBans() {
        work.store.add(PlacementRule.pin(PartitionId.of("billing/invoices/1"), NodeId.of("n1")));
        work.store.add(PlacementRule.ban(PartitionId.of("billing/invoices/0"), NodeId.of("n9")));
        work.store.add(PlacementRule.ban(TaskListName.of("billing/invoices"), NodeId.of("n2")));
        WorkState state = work.state();
        TaskList list = state.list(TaskListName.of("billing/invoices")).orElseThrow();

        WorkPartitions first = WorkViews.partitions(state, list, 0, 3);
        WorkPartitions last = WorkViews.partitions(state, list, 3, 3);

        assertThat(first.owned()).extracting(WorkPartitions.Partition::owner).containsExactly("n1", "n1", "n1");
        assertThat(first.owned().get(1).pinned()).isEqualTo("n1");
        assertThat(first.owned())
                .extracting(WorkPartitions.Partition::banned)
                .containsExactly(List.of("n9", "n2"), List.of("n2"), List.of("n2"));
        assertThat(view().placements())
                .containsExactlyInAnyOrder(
                        new WorkView.Placement("pin", "billing/invoices/1", "n1", true),
                        new WorkView.Placement("ban", "billing/invoices/0", "n9", false),
                        new WorkView.Placement("ban", "billing/invoices", "n2", true));
        assertThat(first.next()).isEqualTo(3);
        assertThat(last.owned()).extracting(WorkPartitions.Partition::state).containsExactly("NEW");
        assertThat(last.next()).isNull();
    }

    @Test
    void ofAListThatCannotBeStoredTheCoordinatorKnowsWhatHasNoWorker() {
        PartitionId lost = PartitionId.of("billing/invoices/0");
        WorkReport report = new WorkReport(
                List.of(new WorkReport.ListReport(
                        lost.list(), 4, 0, 0, List.of(new WorkReport.Unassigned(lost, "its worker is gone")))),
                1,
                List.of(),
                0,
                List.of(),
                Set.of(),
                List.of());
        CoordinatorStatus status = new CoordinatorStatus(
                Epoch.of(1), 1, Duration.ZERO, report, Map.of(lost.list(), "the database is full"));

        WorkView view = new WorkViews(work.state(), status, new ConfiguredTaskLists(Map.of())).view(null, null);

        assertThat(view.assigned()).isEqualTo(1);
        assertThat(view.withoutWorker()).contains(new WorkView.Unassigned(lost.toString(), "its worker is gone"));
    }

    @Test
    void whatAWorkerSaysAboutItselfIsShown() {
        work.store.register(
                Leaderships.session("n3", 1),
                Leaderships.registration("n3", 1).withMetadata(Map.of("version", "1.4", "rack", "7")));

        assertThat(view().workers())
                .filteredOn(it -> it.id().equals("n3"))
                .singleElement()
                .returns(Map.of("version", "1.4", "rack", "7"), WorkView.Worker::metadata);
    }

    private static Plan plan(WorkState state, Set<NodeId> gone) {
        return new AllocatorRules(AllocatorSettings.DEFAULT)
                .without(
                        state,
                        it -> SessionStatus.live(
                                state.worker(it).orElseThrow().session().epoch()),
                        gone);
    }

    @Test
    void aForecastSaysWhoWouldHaveHowMany() {
        WorkState state = work.state();
        Set<NodeId> gone = Set.of(NodeId.of("n1"));

        WorkForecast forecast = WorkViews.forecast(state, gone, plan(state, gone), 2);

        assertThat(forecast.workers())
                .containsExactly(new WorkForecast.Share("n1", 3, 0), new WorkForecast.Share("n2", 0, 5));
        assertThat(forecast.moves())
                .isEqualTo(
                        forecast.reasons().values().stream().mapToInt(it -> it).sum());
        assertThat(forecast.first()).hasSize(2);
    }

    /** As when a row of baton_work_list was deleted by hand: nothing of it drops out of what is shown. */
    @Test
    void aTaskListWithoutItsDefinitionIsShownWithWhatMendsIt() {
        work.owned("lost/list/0", "n1").owned("lost/list/1", "n2");

        WorkView view =
                new WorkViews(work.state(), CoordinatorStatus.NONE, new ConfiguredTaskLists(Map.of())).view(null, null);

        assertThat(view.domains())
                .flatExtracting(WorkView.Domain::lists)
                .filteredOn(it -> it.name().equals("lost/list"))
                .singleElement()
                .returns(2, WorkView.WorkList::assigned);
        assertThat(view.problems()).singleElement().satisfies(it -> {
            assertThat(it.subject()).isEqualTo("task list lost/list");
            assertThat(it.what()).contains("its definition is gone");
            assertThat(it.mend()).contains("baton work lists create lost/list 2");
            assertThat(it.damage()).isTrue();
        });
        Finding found = WorkTablesCheck.verdict(work.state());
        assertThat(found.level()).isEqualTo(Finding.Level.FAIL);
        assertThat(found.detail()).contains("lost/list");

        WorkChange mend = new WorkChanges(work.state(), new ConfiguredTaskLists(Map.of()))
                .of(new WorkOperation.CreateList("lost/list", 2, null));
        assertThat(mend.changes()).containsExactly(new DefinitionChange.Define(TaskList.of("lost/list", 2)));
    }

    @Test
    void aWorkerOfATaskListThatThereIsNotIsShownAndTheDoctorSaysSo() {
        work.store.register(
                Leaderships.session("n3", 1),
                Leaderships.registration("n3", 1).taking(Set.of(TaskListName.of("nosuch"))));

        WorkView view =
                new WorkViews(work.state(), CoordinatorStatus.NONE, new ConfiguredTaskLists(Map.of())).view(null, null);

        assertThat(view.problems())
                .singleElement()
                .returns("worker n3", WorkView.Problem::subject)
                .returns(false, WorkView.Problem::damage)
                .satisfies(it -> assertThat(it.what()).contains("default/nosuch"));
        assertThat(WorkTablesCheck.verdict(work.state()).level()).isEqualTo(Finding.Level.WARN);
    }

    @Test
    void theDoctorNamesPinsToWorkersThatAreNotThere() {
        assertThat(WorkTablesCheck.verdict(work.state()).level()).isEqualTo(Finding.Level.OK);

        work.store.add(PlacementRule.pin(PartitionId.of("mails/0"), NodeId.of("n9")));

        Finding found = WorkTablesCheck.verdict(work.state());
        assertThat(found.level()).isEqualTo(Finding.Level.WARN);
        assertThat(found.detail()).contains("default/mails/0 to n9");
    }
}
