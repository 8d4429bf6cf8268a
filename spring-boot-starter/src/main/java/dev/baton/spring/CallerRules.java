// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.ContextStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Who calls an annotated method. Some callers go past the proxy, and some would not notice that a call was left out: these
 * are refused, as the work would be done on every node, or on none.
 */
final class CallerRules {
    /** By name, as an application need not have their libraries. */
    private static final List<String> ON_THE_OBJECT =
            List.of("jakarta.annotation.PostConstruct", "jakarta.annotation.PreDestroy");

    /** What {@code @KafkaListener}, {@code @JmsListener}, {@code @RabbitListener} and their like are annotated with. */
    private static final String TAKES_MESSAGES = "org.springframework.messaging.handler.annotation.MessageMapping";

    private static final String ANSWERS_REQUESTS = "org.springframework.web.bind.annotation.RequestMapping";

    private static final List<Class<?>> TOLD_WHILE_NOTHING_RUNS = List.of(
            SpringApplicationEvent.class,
            ContextRefreshedEvent.class,
            ContextStartedEvent.class,
            LeadershipEvent.Won.class,
            LeadershipEvent.Lost.class);

    private CallerRules() {}

    /** Refuses an annotated method that Spring calls on the object itself, as it makes or discards the bean. */
    static void refuseCallsPastTheProxy(Method method, String annotation) {
        boolean named = ON_THE_OBJECT.stream().anyMatch(it -> has(method, it));
        if (named
                || implementsMethod(method, InitializingBean.class, "afterPropertiesSet")
                || implementsMethod(method, DisposableBean.class, "destroy")) {
            throw new SetupException(
                    annotation + " is on " + InterceptionRules.show(method)
                            + ", which Spring calls on the object itself when it makes or discards the bean: calls"
                            + " cannot be intercepted, and it would run on every node.",
                    "Make it a bean that is a Lifecycle or a Duty, with @LeaderOnly on the class: it is started when"
                            + " leadership is won, and stopped before it ends.");
        }
    }

    /** Refuses a leader-only method whose callers expect each call to be worked off. */
    static void refuseCallsThatWouldBeLost(Method method, Class<?> type) {
        String where = "@LeaderOnly is on " + InterceptionRules.show(method);
        if (has(method, TAKES_MESSAGES)) {
            throw new SetupException(
                    where + ", which listens to messages: those that come to a node that does not lead would be"
                            + " acknowledged without being worked off, and lost.",
                    "Let the listener's container not start by itself, and start and stop it in a bean that is"
                            + " @LeaderOnly and a Lifecycle.");
        }
        if (isRunner(method, type) || isToldWhileNothingRuns(method)) {
            throw new SetupException(
                    where + ", which is called when the application starts, or leadership changes. Leader-only methods"
                            + " do not run yet or no longer then, so it would be left out on every node.",
                    "Make it a bean that is a Lifecycle or a Duty, with @LeaderOnly on the class: it is started when"
                            + " leadership is won.");
        }
    }

    /** Whether the caller has to hear that a call was left out: it is given a result, or passes an answer on. */
    static boolean isAnswered(Method method) {
        return method.getReturnType() != void.class || has(method, ANSWERS_REQUESTS);
    }

    private static boolean has(Method method, String annotation) {
        return MergedAnnotations.from(method, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
                .isPresent(annotation);
    }

    private static boolean implementsMethod(Method method, Class<?> declared, String name) {
        return declared.isAssignableFrom(method.getDeclaringClass())
                && method.getName().equals(name)
                && method.getParameterCount() == 0;
    }

    private static boolean isRunner(Method method, Class<?> type) {
        if (!method.getName().equals("run") || method.getParameterCount() != 1) {
            return false;
        }
        Class<?> told = method.getParameterTypes()[0];
        return (told == ApplicationArguments.class && ApplicationRunner.class.isAssignableFrom(type))
                || (told == String[].class && CommandLineRunner.class.isAssignableFrom(type));
    }

    private static boolean isToldWhileNothingRuns(Method method) {
        EventListener listener = AnnotatedElementUtils.findMergedAnnotation(method, EventListener.class);
        if (listener == null) {
            return false;
        }
        Class<?>[] events = listener.classes().length > 0 ? listener.classes() : method.getParameterTypes();
        return Stream.of(events)
                .anyMatch(event -> TOLD_WHILE_NOTHING_RUNS.stream().anyMatch(it -> it.isAssignableFrom(event)));
    }
}
