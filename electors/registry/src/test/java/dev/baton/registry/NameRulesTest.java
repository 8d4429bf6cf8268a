// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cluster-wide names on the pure rules. */
class NameRulesTest {
    @Test
    void aNameHasOneOwnerAndItsEndIsToldOnceWithTheReason() {
        RulesCluster cluster = RulesCluster.three();
        RegistryName name = RegistryName.of("printer");

        cluster.step("b", cluster.rules("b").register(name, cluster.now()));
        cluster.step("c", cluster.rules("c").register(name, cluster.now()));

        assertThat(cluster.effects("b", RegistryEffect.Registered.class).get(0).taken())
                .isEmpty();
        Optional<NameRegistration> inTheWay =
                cluster.effects("c", RegistryEffect.Registered.class).get(0).taken();
        assertThat(inTheWay.orElseThrow().owner()).isEqualTo(cluster.member("b").node());
        cluster.crash("b");
        assertThat(cluster.effects("a", RegistryEffect.Down.class))
                .extracting(RegistryEffect.Down::reason)
                .containsExactly(DownReason.NODE_DOWN);
        cluster.step("c", cluster.rules("c").register(name, cluster.now()));
        assertThat(cluster.rules("a").names().table().get(name).owner())
                .isEqualTo(cluster.member("c").node());
    }

    @Test
    void givingANameUpIsToldAsThat() {
        RulesCluster cluster = RulesCluster.three();
        RegistryName name = RegistryName.of("printer");
        cluster.step("b", cluster.rules("b").register(name, cluster.now()));

        cluster.step("b", cluster.rules("b").unregister(name, cluster.now()));

        assertThat(cluster.effects("c", RegistryEffect.Down.class))
                .extracting(RegistryEffect.Down::reason)
                .containsExactly(DownReason.UNREGISTERED);
        assertThat(cluster.rules("a").names().table()).isEmpty();
    }

    @Test
    void aNameThatBothSidesGaveHasOneOwnerAfterTheMergeAndTheOtherIsTold() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        RegistryName name = RegistryName.of("printer");
        cluster.sides(Map.of("c", "right"));
        cluster.step("b", cluster.rules("b").register(name, cluster.now()));
        cluster.step("c", cluster.rules("c").register(name, cluster.now()));

        cluster.heal();
        RegistryEffect.ResolveName conflict =
                cluster.effects("a", RegistryEffect.ResolveName.class).get(0);
        NameRegistration winner =
                conflict.one().owner().equals(cluster.member("b").node()) ? conflict.one() : conflict.other();
        NameRegistration loser = winner.equals(conflict.one()) ? conflict.other() : conflict.one();
        cluster.step("a", cluster.rules("a").resolvedName(winner, loser, cluster.now()));

        for (String id : List.of("a", "b", "c")) {
            assertThat(cluster.rules(id).names().table().get(name).owner())
                    .isEqualTo(cluster.member("b").node());
        }
        assertThat(cluster.effects("c", RegistryEffect.Down.class))
                .extracting(RegistryEffect.Down::reason)
                .contains(DownReason.CONFLICT);
    }
}
