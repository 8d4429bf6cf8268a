// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Duty;
import java.util.ArrayList;
import java.util.HashMap;
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
        Set<String> names = new LinkedHashSet<>(List.of(beans.getBeanNamesForType(Lifecycle.class, false, false)));
        names.addAll(List.of(beans.getBeanNamesForType(Duty.class, false, false)));
        Map<String, List<Duty>> found = new HashMap<>();
        for (String name : names) {
            LeaderOnly annotation = beans.findAnnotationOnBean(name, LeaderOnly.class, false);
            if (annotation != null) {
                beans.registerDependentBean(name, owner);
                found.computeIfAbsent(annotation.value(), election -> new ArrayList<>())
                        .add(duty(name, beans.getBean(name)));
            }
        }
        return found;
    }

    private static Duty duty(String name, Object bean) {
        return bean instanceof Duty duty ? duty : new LifecycleDuty(name, (Lifecycle) bean);
    }
}
