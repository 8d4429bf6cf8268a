// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkOperation.Ban;
import dev.baton.admin.WorkOperation.ChangeList;
import dev.baton.admin.WorkOperation.CreateList;
import dev.baton.admin.WorkOperation.Drain;
import dev.baton.admin.WorkOperation.MovePartition;
import dev.baton.admin.WorkOperation.Pin;
import dev.baton.admin.WorkOperation.RetireList;
import dev.baton.admin.WorkOperation.Unban;
import dev.baton.admin.WorkOperation.Unpin;
import dev.baton.work.PartitionId;
import dev.baton.work.PartitionLimit;
import dev.baton.work.PlacementRule;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What each operation stores, and with which words the ones that make no sense are refused. */
class WorkChangesTest {
    private final StoredWork work = new StoredWork()
            .list("billing/invoices", 4)
            .list("billing/mails", 2)
            .worker("n1")
            .worker("n2");
    private ConfiguredTaskLists declared = new ConfiguredTaskLists(Map.of());

    private WorkChange change(WorkOperation operation) {
        return new WorkChanges(work.state(), declared).of(operation);
    }

    private void perform(WorkOperation operation) {
        assertThat(work.store.change(work.store.version(), change(operation).changes()))
                .isTrue();
    }

    private void refused(WorkOperation operation, ApiError error, String why) {
        assertThatThrownBy(() -> change(operation))
                .isInstanceOfSatisfying(
                        ApiException.class, it -> assertThat(it.error()).isEqualTo(error))
                .hasMessageContaining(why);
    }

    private TaskList list(String name) {
        return work.state().list(TaskListName.of(name)).orElseThrow();
    }

    @Test
    void aTaskListIsCreatedOnceAndAgainAfterItWasRetired() {
        perform(new CreateList("jobs", 8, null));
        assertThat(list("default/jobs")).isEqualTo(TaskList.of("jobs", 8));

        refused(new CreateList("jobs", 9, null), ApiError.CONFLICT, "exists, with 8 partitions");

        perform(new RetireList("jobs"));
        assertThat(list("jobs").retired()).isTrue();
        refused(new ChangeList("jobs", 9, null, null), ApiError.CONFLICT, "is retired");
        perform(new CreateList("jobs", 9, 3));
        assertThat(list("jobs")).isEqualTo(TaskList.of("jobs", 9).withWeight(3));
    }

    @Test
    void moreThanTheMemoryAllowsIsRefused() {
        int limit = PartitionLimit.ofThisProcess();
        for (int stored = 0; stored <= limit - TaskList.MAX_PARTITIONS; stored += TaskList.MAX_PARTITIONS) {
            work.list("big" + stored, TaskList.MAX_PARTITIONS);
        }

        refused(new CreateList("jobs", TaskList.MAX_PARTITIONS, null), ApiError.CONFLICT, "(-Xmx)");
        perform(new CreateList("jobs", 0, null));
        refused(new ChangeList("jobs", TaskList.MAX_PARTITIONS, null, null), ApiError.CONFLICT, "(-Xmx)");
    }

    @Test
    void numbersThatMakeNoSenseAreRefused() {
        refused(new CreateList("jobs", -1, null), ApiError.BAD_REQUEST, "partitions -1; it must be from 0 to 1000000");
        refused(new CreateList("jobs", 2_000_000_000, null), ApiError.BAD_REQUEST, "from 0 to 1000000");
        refused(new CreateList("jobs", null, null), ApiError.BAD_REQUEST, "partitions must be a number");
        refused(new CreateList("jobs", 1, 0), ApiError.BAD_REQUEST, "weight 0; it must be from 1");
        refused(new CreateList("no way", 1, null), ApiError.BAD_REQUEST, "is not a name");
        refused(new CreateList(null, 1, null), ApiError.BAD_REQUEST, "list is missing");
        refused(
                new ChangeList("billing/invoices", null, null, null),
                ApiError.BAD_REQUEST,
                "give a number of partitions");
        refused(new Pin("billing/invoices", "n1"), ApiError.BAD_REQUEST, "does not end with a number");
    }

    @Test
    void aShrinkHasToBeSaid() {
        work.owned("billing/invoices/3", "n1");

        refused(new ChangeList("billing/invoices", 2, null, null), ApiError.CONFLICT, "of which 1 are owned");
        perform(new ChangeList("billing/invoices", 2, null, true));
        assertThat(list("billing/invoices").partitions()).isEqualTo(2);
        perform(new ChangeList("billing/invoices", 6, null, null));
        assertThat(list("billing/invoices").partitions()).isEqualTo(6);
        perform(new ChangeList("billing/invoices", null, 5, null));
        assertThat(list("billing/invoices"))
                .isEqualTo(TaskList.of("billing/invoices", 6).withWeight(5));
    }

    @Test
    void aWholeDomainIsRetired() {
        refused(new RetireList("other/*"), ApiError.NOT_FOUND, "no domain of that name");
        refused(new RetireList("billing/none"), ApiError.NOT_FOUND, "billing/none is not known");

        perform(new RetireList("billing/*"));

        assertThat(work.state().lists()).allMatch(TaskList::retired);
    }

    @Test
    void whatTheConfigurationHasIsChangedThere() {
        TaskList invoices = TaskList.of("billing/invoices", 4);
        declared = new ConfiguredTaskLists(Map.of(invoices.name(), invoices));

        refused(new ChangeList("billing/invoices", 8, null, null), ApiError.CONFLICT, "change it there");
        refused(new RetireList("billing/*"), ApiError.CONFLICT, "change it there");
    }

    @Test
    void aPartitionIsPinnedOnlyWhereItCanBe() {
        refused(new Pin("billing/none/1", "n1"), ApiError.NOT_FOUND, "billing/none is not known");
        refused(new Pin("billing/invoices/4", "n1"), ApiError.NOT_FOUND, "has 4 partitions, numbered from 0");
        refused(new Pin("billing/invoices/1", "n9"), ApiError.NOT_FOUND, "worker n9 is not present");
        refused(new Unpin("billing/invoices/1"), ApiError.NOT_FOUND, "is not pinned");

        perform(new Pin("billing/invoices/1", "n1"));
        assertThat(work.state().rules())
                .containsExactly(PlacementRule.pin(PartitionId.of("billing/invoices/1"), NodeId.of("n1")));
        perform(new Unpin("billing/invoices/1"));
        assertThat(work.state().rules()).isEmpty();

        work.store.add(PlacementRule.ban(TaskListName.of("billing/invoices"), NodeId.of("n2")));
        refused(new Pin("billing/invoices/1", "n2"), ApiError.CONFLICT, "is banned from n2");
        work.store.setDraining(NodeId.of("n1"), true);
        refused(new Pin("billing/invoices/1", "n1"), ApiError.CONFLICT, "n1 is draining");
    }

    @Test
    void aPartitionOrAWholeTaskListIsKeptOffAWorker() {
        perform(new Ban("billing/invoices/1", null, "n1"));
        perform(new Ban(null, "billing/mails", "n2"));
        assertThat(work.state().rules())
                .containsExactlyInAnyOrder(
                        PlacementRule.ban(PartitionId.of("billing/invoices/1"), NodeId.of("n1")),
                        PlacementRule.ban(TaskListName.of("billing/mails"), NodeId.of("n2")));

        refused(new Pin("billing/invoices/1", "n1"), ApiError.CONFLICT, "is banned from n1");
        refused(new MovePartition("billing/mails/0", "n2"), ApiError.CONFLICT, "is banned from n2");
        refused(new Unban("billing/mails/0", null, "n2"), ApiError.NOT_FOUND, "billing/mails/0 is not banned from n2");
        perform(new Unban("billing/invoices/1", null, "n1"));
        perform(new RetireList("billing/mails"));
        perform(new Unban(null, "billing/mails", "n2"));
        assertThat(work.state().rules()).isEmpty();
    }

    @Test
    void aBanThatMakesNoSenseIsRefused() {
        refused(new Ban(null, null, "n1"), ApiError.BAD_REQUEST, "partition or list is missing");
        refused(new Ban("billing/mails/0", "billing/mails", "n1"), ApiError.BAD_REQUEST, "not both");
        refused(new Ban("billing/mails/0", null, null), ApiError.BAD_REQUEST, "worker is missing");
        refused(new Ban("billing/mails/2", null, "n1"), ApiError.NOT_FOUND, "has 2 partitions, numbered from 0");
        refused(new Ban(null, "billing/none", "n1"), ApiError.NOT_FOUND, "billing/none is not known");

        perform(new Pin("billing/mails/0", "n1"));
        refused(new Ban("billing/mails/0", null, "n1"), ApiError.CONFLICT, "is pinned to n1: unpin it first");
        refused(new Ban(null, "billing/mails", "n1"), ApiError.CONFLICT, "billing/mails/0 is pinned to n1");
        perform(new Ban("billing/mails/1", null, "n1"));
    }

    @Test
    void aBanSaysWhatFollowsFromIt() {
        assertThat(change(new Ban(null, "billing/mails", "n9")).outcome())
                .isEqualTo("billing/mails is banned from n9, which is not present now");
        assertThat(change(new Ban("billing/mails/0", null, "n1")).outcome())
                .isEqualTo("billing/mails/0 is banned from n1");
        perform(new Ban(null, "billing/mails", "n2"));
        assertThat(change(new Ban("billing/mails/0", null, "n1")).outcome())
                .endsWith("no other worker can take it now");
    }

    @Test
    void aMoveIsAPinThatPasses() {
        work.owned("billing/invoices/0", "n1");

        assertThat(change(new MovePartition("billing/invoices/0", "n1")).pin()).isEmpty();
        assertThat(change(new MovePartition("billing/invoices/0", "n2")).passes())
                .isTrue();
        assertThat(change(new MovePartition("billing/invoices/0", "n2")).pin())
                .contains(PlacementRule.pin(PartitionId.of("billing/invoices/0"), NodeId.of("n2")));
        perform(new Pin("billing/invoices/0", "n1"));
        refused(new MovePartition("billing/invoices/0", "n2"), ApiError.CONFLICT, "is pinned to n1");
    }

    @Test
    void aWorkerIsDrainedAndTakesPartitionsAgain() {
        refused(new Drain("n9", null), ApiError.NOT_FOUND, "worker n9 is not present");

        perform(new Drain("n1", null));
        assertThat(work.state().worker(NodeId.of("n1")).orElseThrow().draining())
                .isTrue();
        assertThat(change(new Drain("n2", true)).outcome()).contains("once there is another worker");
        perform(new Drain("n1", false));
        assertThat(work.state().worker(NodeId.of("n1")).orElseThrow().draining())
                .isFalse();
    }
}
