// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ControllerReport;
import dev.baton.admin.ControllerReport.GroupMember;
import dev.baton.admin.ControllerReport.PartHash;
import dev.baton.admin.ControllerReport.RegisteredNode;
import dev.baton.server.doctor.Finding;
import dev.baton.server.doctor.Finding.Level;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupVerdictsTest {
    private static final List<GroupMember> THREE = List.of(leader("n1"), member("n2", 0, 10), member("n3", 0, 10));

    private static GroupMember leader(String node) {
        return new GroupMember(node, "LEADER", node + ":7500", null, null);
    }

    private static GroupMember member(String node, long lag, long silentMillis) {
        return new GroupMember(node, "VOTER", node + ":7500", lag, silentMillis);
    }

    private static ControllerReport report(
            String node, @Nullable String leader, long index, String hash, List<GroupMember> members) {
        return report(node, "group-1", leader, index, hash, members, null);
    }

    private static ControllerReport report(
            String node,
            @Nullable String cluster,
            @Nullable String leader,
            long index,
            String hash,
            List<GroupMember> members,
            @Nullable String ended) {
        return new ControllerReport(
                node,
                cluster,
                leader,
                3,
                index,
                index,
                -1,
                index,
                List.of(new PartHash("controller", hash)),
                1,
                1,
                0,
                0,
                0,
                members,
                List.of(new RegisteredNode("n3", "", 1, 3, node.equals("fencing"), false, 0, 0, 0)),
                ended);
    }

    private static ControllerReport healthy(String node) {
        return report(node, "n1", 7, "a", THREE);
    }

    private static List<Finding> found(ControllerReport... reports) {
        return GroupVerdicts.of(Arrays.asList(reports));
    }

    private static void says(List<Finding> findings, Level level, String text) {
        assertThat(findings).anySatisfy(it -> {
            assertThat(it.detail()).contains(text);
            assertThat(it.level()).isEqualTo(level);
            assertThat(it.advice().isEmpty()).isEqualTo(level == Level.OK);
        });
    }

    @Test
    void nothingIsSaidWithoutAGroup() {
        assertThat(found()).isEmpty();
    }

    @Test
    void aHealthyGroupIsFine() {
        List<Finding> findings = found(healthy("n1"), healthy("n2"), healthy("n3"));

        assertThat(findings).allSatisfy(it -> assertThat(it.level()).isEqualTo(Level.OK));
        says(findings, Level.OK, "n1 leads in term 3");
        says(findings, Level.OK, "3 voters survive the loss of 1");
        says(findings, Level.OK, "3 of 3 members are at entry 7, with the same state");
    }

    @Test
    void aMemberWithAnotherStateIsNamed() {
        says(
                found(healthy("n1"), report("n2", "n1", 7, "b", THREE), healthy("n3")),
                Level.FAIL,
                "n2 differ in their state at entry 7");
        says(found(healthy("n1"), report("n2", "n1", 7, "b", THREE)), Level.FAIL, "n1 and n2 differ");
        says(found(healthy("n1"), report("n2", "n1", 8, "b", THREE)), Level.OK, "were not compared");
        says(
                found(healthy("n1"), report("n2", "n1", 8, "b", THREE), healthy("n3")),
                Level.OK,
                "2 of 3 members are at entry 7");
    }

    @Test
    void aGroupWithoutAMajorityIsTold() {
        says(
                found(report("n1", null, 7, "a", THREE)),
                Level.FAIL,
                "2 of its 3 voters have to run and to reach each other, and 1 answer here");
    }

    @Test
    void anEvenNumberOfVotersAndASingleOneAreTold() {
        List<GroupMember> two = THREE.subList(0, 2);
        says(found(report("n1", "n1", 7, "a", two)), Level.WARN, "2 voters and tolerates no more failures than with 1");
        says(found(report("n1", "n1", 7, "a", two.subList(0, 1))), Level.WARN, "one voter");
    }

    @Test
    void membersThatAreSilentOrDoNotAnswerAreNamed() {
        List<GroupMember> silent = List.of(leader("n1"), member("n2", 0, 12_345), member("n3", 0, 10));
        List<Finding> findings = found(report("n1", "n1", 7, "a", silent));

        says(findings, Level.WARN, "the leader has not heard from n2 for 12 s");
        says(findings, Level.WARN, "n3 is a member of the group, and its admin API does not answer");
    }

    @Test
    void aMemberThatLagsAndANodeThatIsFencedAreNamed() {
        List<GroupMember> lagging = List.of(leader("n1"), member("n2", 1_001, 10), member("n3", 1_000, 10));
        List<Finding> findings = found(report("n1", "n1", 7, "a", lagging));
        says(findings, Level.WARN, "n2 is 1001 entries behind");
        assertThat(findings).noneMatch(it -> it.detail().contains("n3 is 1000"));

        says(found(report("fencing", "fencing", 7, "a", THREE)), Level.WARN, "n3 is registered, and not heard from");
    }

    @Test
    void aMemberThatWasRemovedAndOneOfAnotherGroupAreNamed() {
        says(
                found(healthy("n1"), report("n2", "group-1", null, 5, "b", List.of(), "it was removed from the group")),
                Level.FAIL,
                "n2 is running but has left the group: it was removed");
        says(
                found(healthy("n1"), report("n4", "group-2", "n4", 7, "a", List.of(leader("n4")), null)),
                Level.FAIL,
                "2 different groups: n1 of group-1, n4 of group-2");
        says(found(report("n4", null, null, 0, "", List.of(), null)), Level.WARN, "n4 is in no group yet");
    }
}
