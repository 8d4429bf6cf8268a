// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Duty;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.Lifecycle;

/** Finds the beans that are duties of an election. */
final class LeaderOnlyBeans {
    private LeaderOnlyBeans() {}

    /**
     * The duties of each election.
     *
     * @param owner the bean that starts and stops them; it is stopped before they are, should the context want to
     */
    static Map<String, List<Duty>> find(ConfigurableListableBeanFactory beans, String owner) {
        Map<String, List<Duty>> found = new HashMap<>();
        annotated(beans).forEach((name, annotation) -> {
            beans.registerDependentBean(name, owner);
            found.computeIfAbsent(annotation.value(), election -> new ArrayList<>())
                    .add(duty(name, beans.getBean(name)));
        });
        return found;
    }

    /** Refuses beans that would be duties, and of which there is not just one from the start to the end. */
    static void refuseScoped(ConfigurableListableBeanFactory beans) {
        for (String name : annotated(beans).keySet()) {
            if (!beans.isSingleton(name)) {
                throw new SetupException(
                        "The bean " + name.replaceFirst("^scopedTarget\\.", "")
                                + " is @LeaderOnly and a Lifecycle or Duty, and there may be any number of it, as its"
                                + " scope is " + scope(beans, name)
                                + ": nothing would start it with leadership, or stop it.",
                        "Make it a singleton, which beans are without @Scope.");
            }
        }
    }

    private static String scope(ConfigurableListableBeanFactory beans, String name) {
        String scope = beans.containsBeanDefinition(name)
                ? beans.getMergedBeanDefinition(name).getScope()
                : null;
        return scope == null ? "unknown" : scope;
    }

    /** By name, of every scope: one that is not asked for here is one that nobody guards. */
    private static Map<String, LeaderOnly> annotated(ConfigurableListableBeanFactory beans) {
        Set<String> names = new LinkedHashSet<>(List.of(beans.getBeanNamesForType(Lifecycle.class, true, false)));
        names.addAll(List.of(beans.getBeanNamesForType(Duty.class, true, false)));
        Map<String, LeaderOnly> found = new LinkedHashMap<>();
        for (String name : names) {
            LeaderOnly annotation = beans.findAnnotationOnBean(name, LeaderOnly.class, false);
            if (annotation != null) {
                found.put(name, annotation);
            }
        }
        return found;
    }

    private static Duty duty(String name, Object bean) {
        return bean instanceof Duty duty ? duty : new LifecycleDuty(name, (Lifecycle) bean);
    }
}
