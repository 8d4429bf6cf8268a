// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.ReflectionUtils;

/** Refuses annotations that would not do what they say, before the application starts. */
final class AnnotationCheck implements BeanPostProcessor, BeanFactoryAware, PriorityOrdered {
    private final Set<String> elections;
    private Optional<ListableBeanFactory> beans = Optional.empty();

    AnnotationCheck(Environment environment) {
        // By hand: a bean of properties that this one needed would be made before others could process it.
        this.elections = new TreeSet<>(Binder.get(environment)
                .bind("baton.elections", Bindable.setOf(String.class))
                .orElse(Set.of()));
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void setBeanFactory(BeanFactory factory) {
        this.beans = Optional.of((ListableBeanFactory) factory);
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        Class<?> type = AopUtils.getTargetClass(bean);
        Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(type, LeaderOnly.class))
                .or(() -> ofFactoryMethod(name))
                .ifPresent(whole -> checkWhole(whole, bean, name, type));
        if (AnnotatedMethods.isIn(LeaderOnly.class, type) || AnnotatedMethods.isIn(Fenced.class, type)) {
            Method[] methods = ReflectionUtils.getUniqueDeclaredMethods(type);
            for (Method method : methods) {
                check(method, type, name);
            }
            InterceptionRules.requireEveryMethod(type);
            for (Method method : methods) {
                if (AnnotationProxies.isLeaderOnly(method, type)) {
                    CallerRules.refuseCallsThatWouldBeLost(method, type);
                }
            }
        }
        if (AnnotatedMethods.isIn(Fenced.class, type)) {
            Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(type, Fenced.class))
                    .map(Fenced::value)
                    .filter(election -> !election.isEmpty())
                    .ifPresent(election -> requireKnown(election, "@Fenced on the bean " + name));
            requireFence(name);
        }
        return bean;
    }

    private Optional<LeaderOnly> ofFactoryMethod(String name) {
        return beans.filter(it -> it.containsBean(name))
                .map(it -> it.findAnnotationOnBean(name, LeaderOnly.class, false));
    }

    private void checkWhole(LeaderOnly annotation, Object bean, String name, Class<?> type) {
        requireKnown(annotation.value(), "@LeaderOnly on the bean " + name);
        if (bean instanceof SmartLifecycle own && own.isAutoStartup()) {
            throw new SetupException(
                    "The bean " + name + " is @LeaderOnly, and starts by itself with the application, on every node.",
                    "Let isAutoStartup() of " + type.getName()
                            + " return false, or implement Lifecycle in place of SmartLifecycle.");
        }
        if (!AnnotationProxies.isDuty(type) && !AnnotatedElementUtils.hasAnnotation(type, LeaderOnly.class)) {
            throw new SetupException(
                    "The @Bean method of " + name + " is @LeaderOnly, but " + type.getName()
                            + " is neither a Lifecycle nor a Duty that could be started and stopped.",
                    "Put @LeaderOnly on the class or on its methods, or let it implement Lifecycle or Duty.");
        }
        if (AnnotationProxies.isDuty(type)) {
            InterceptionRules.refuseMethodsThatSpringCalls(type, name);
            requireOwnNode(name);
        }
    }

    /** What starts duties knows those of its own context. */
    private void requireOwnNode(String name) {
        if (beans.filter(it -> it.getBeanNamesForType(BatonLifecycle.class, false, false).length == 0)
                .isPresent()) {
            throw new SetupException(
                    "The bean " + name
                            + " is @LeaderOnly and a Lifecycle or Duty, in a context whose parent has Baton's"
                            + " node: nothing would start it with leadership, or stop it.",
                    "Declare it in the parent context, or put @LeaderOnly on the methods of a bean that is neither.");
        }
    }

    private void check(Method method, Class<?> type, String name) {
        if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
            return;
        }
        Optional<LeaderOnly> leaderOnly = own(method, LeaderOnly.class);
        leaderOnly.ifPresent(it -> {
            CallerRules.refuseCallsPastTheProxy(method, "@LeaderOnly");
            requireKnown(it.value(), "@LeaderOnly on " + InterceptionRules.show(method));
            InterceptionRules.requireProxied(method, type, "@LeaderOnly");
            InterceptionRules.requireWorkBeforeReturn(method);
        });
        own(method, Fenced.class).ifPresent(it -> {
            CallerRules.refuseCallsPastTheProxy(method, "@Fenced");
            if (!it.value().isEmpty()) {
                requireKnown(it.value(), "@Fenced on " + InterceptionRules.show(method));
            }
            InterceptionRules.requireProxied(method, type, "@Fenced");
        });
        if (leaderOnly.isPresent() && AnnotationProxies.isDuty(type)) {
            throw new SetupException(
                    "@LeaderOnly is on " + InterceptionRules.show(method) + ", and the bean " + name
                            + " is a Lifecycle or Duty.",
                    "Put @LeaderOnly on the class, so that the whole bean is started and stopped with leadership,"
                            + " or move the method to another bean.");
        }
    }

    private static <A extends Annotation> Optional<A> own(Method method, Class<A> annotation) {
        return Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(method, annotation));
    }

    private void requireKnown(String election, String where) {
        if (!elections.contains(election)) {
            throw new SetupException(
                    where + " names the election \"" + election + "\", which this application does not stand in.",
                    elections.isEmpty()
                            ? "Set baton.elections=" + election + "."
                            : "Add it to baton.elections, which is " + String.join(",", elections)
                                    + ", or correct the name.");
        }
    }

    /** Without a fence the annotation would have no effect, and what a replaced leader writes would be committed. */
    private void requireFence(String name) {
        if (beans.filter(it -> it.getBeanNamesForType(TransactionFence.class, false, false).length == 0)
                .isPresent()) {
            throw new SetupException(
                    "@Fenced is in the bean " + name
                            + ", and there is no DataSource whose transactions could be fenced,"
                            + " or there are several.",
                    "Configure one, with spring-boot-starter-jdbc or -data-jpa, or mark one of several @Primary; or remove"
                            + " @Fenced.");
        }
    }
}
