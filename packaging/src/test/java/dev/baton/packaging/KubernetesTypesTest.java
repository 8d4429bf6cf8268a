// SPDX-License-Identifier: Apache-2.0
package dev.baton.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests, read into the types of Kubernetes' API: a field that the API does not have, or has as another type, fails. */
class KubernetesTypesTest {
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "v1/ConfigMap", ConfigMap.class,
            "v1/Service", Service.class,
            "apps/v1/StatefulSet", StatefulSet.class,
            "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class);

    private static final JsonMapper STRICT = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .annotationIntrospector(new WithoutTheRest())
            .build();

    /** The models take any field besides those that they know; not here. */
    private static final class WithoutTheRest extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }
    }

    private static HasMetadata typed(Map<?, ?> document) {
        String kind = document.get("apiVersion") + "/" + document.get("kind");
        Class<? extends HasMetadata> type = KINDS.get(kind);
        if (type == null) {
            throw new AssertionError("the manifests have no " + kind);
        }
        return STRICT.convertValue(document, type);
    }

    @ParameterizedTest
    @MethodSource("dev.baton.packaging.KubernetesManifestsTest#manifests")
    void everyDocumentHasOnlyWhatItsKindHas(Manifest manifest) {
        assertThat(manifest.documents()).isNotEmpty().allSatisfy(it -> {
            HasMetadata read = typed(it);
            assertThat(read.getMetadata().getName()).startsWith("baton");
        });
    }

    @ParameterizedTest
    @MethodSource("dev.baton.packaging.KubernetesManifestsTest#manifests")
    void aNodeIsNotRootAndLimited(Manifest manifest) {
        StatefulSet set = (StatefulSet) typed(manifest.one("StatefulSet"));
        Container node = set.getSpec().getTemplate().getSpec().getContainers().get(0);

        assertThat(set.getSpec().getReplicas()).isEqualTo(3);
        assertThat(set.getSpec().getTemplate().getSpec().getSecurityContext().getRunAsNonRoot())
                .isTrue();
        assertThat(node.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(node.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(node.getResources().getLimits()).containsKey("memory");
    }

    @Test
    void whatIsMisspeltOrOfAnotherTypeIsFound(@TempDir Path folder) throws IOException {
        String right = Files.readString(Path.of("kubernetes", "sql.yml"));

        assertRefused(folder, right.replace("readinessProbe:", "readynessProbe:"), "readynessProbe");
        assertRefused(folder, right.replace("replicas: 3", "replicas: \"3\""), "replicas");
        assertRefused(folder, right.replace("containerPort: 7400", "containerPort: admin"), "containerPort");
        assertRefused(folder, right.replace("clusterIP: None", "clusterIp: None"), "clusterIp");
    }

    private static void assertRefused(Path folder, String yaml, String field) throws IOException {
        Manifest wrong = Manifest.read(Files.writeString(folder.resolve("wrong.yml"), yaml));

        assertThatThrownBy(() -> wrong.documents().forEach(KubernetesTypesTest::typed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(field);
    }
}
