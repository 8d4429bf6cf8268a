// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.testkit.contract.ClusterFixture;
import dev.baton.testkit.contract.ElectorContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What every elector promises, kept by a group of three real members, for nodes that share a process with one. */
class RaftMemberElectorContractTest extends ElectorContract {
    @TempDir
    static Path folder;

    private static ContractGroup group;

    @BeforeAll
    static void startGroup() {
        group = new ContractGroup(folder);
    }

    @AfterAll
    static void stopGroup() {
        group.close();
    }

    @Override
    protected ClusterFixture newFixture() {
        return group.ofMembers();
    }
}
