// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
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
import org.springframework.core.ReactiveAdapterRegistry;
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
            for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
                check(method, type, name);
            }
        }
        if (AnnotatedMethods.isIn(Fenced.class, type)) {
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
    }

    private void check(Method method, Class<?> type, String name) {
        if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
            return;
        }
        Optional<LeaderOnly> leaderOnly = own(method, LeaderOnly.class);
        leaderOnly.ifPresent(it -> {
            requireKnown(it.value(), "@LeaderOnly on " + show(method));
            requireProxied(method, type, "@LeaderOnly");
            requireWorkBeforeReturn(method);
        });
        own(method, Fenced.class).ifPresent(it -> {
            if (!it.value().isEmpty()) {
                requireKnown(it.value(), "@Fenced on " + show(method));
            }
            requireProxied(method, type, "@Fenced");
        });
        if (leaderOnly.isPresent() && AnnotationProxies.isDuty(type)) {
            throw new SetupException(
                    "@LeaderOnly is on " + show(method) + ", and the bean " + name + " is a Lifecycle or Duty.",
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

    /** Without a fence nobody would look at the annotation, and what a replaced leader writes would be committed. */
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

    private static void requireProxied(Method method, Class<?> type, String annotation) {
        String reason = Modifier.isPrivate(method.getModifiers())
                ? "private"
                : Modifier.isFinal(method.getModifiers())
                        ? "final"
                        : Modifier.isStatic(method.getModifiers())
                                ? "static"
                                : Modifier.isFinal(type.getModifiers()) ? "in a final class" : "";
        if (!reason.isEmpty()) {
            throw new SetupException(
                    annotation + " is on " + show(method) + ", which is " + reason
                            + ": calls cannot be intercepted, and it would run on every node.",
                    "Make it a method that is neither private, final nor static, in a class that is not final.");
        }
    }

    private static void requireWorkBeforeReturn(Method method) {
        Class<?> returned = method.getReturnType();
        if (Future.class.isAssignableFrom(returned)
                || CompletionStage.class.isAssignableFrom(returned)
                || Flow.Publisher.class.isAssignableFrom(returned)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null) {
            throw new SetupException(
                    "@LeaderOnly is on " + show(method) + ", which returns a " + returned.getSimpleName()
                            + ": its work may go on after it has returned, when another node leads.",
                    "Let the method do its work before it returns, or make the work a bean that is a Duty.");
        }
    }

    private static String show(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName() + "()";
    }
}
