// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ReflectionUtils;

/** Which annotated methods and classes a proxy can stand in front of; all others are refused, as nothing would guard them. */
final class InterceptionRules {
    private static final List<Class<? extends Annotation>> CALLED_BY_SPRING =
            List.of(Scheduled.class, EventListener.class);

    private InterceptionRules() {}

    /** Refuses an annotated method whose calls a proxy would not see. */
    static void requireProxied(Method method, Class<?> type, String annotation) {
        String reason = whyNotSeen(method, type);
        if (!reason.isEmpty()) {
            throw new SetupException(
                    annotation + " is on " + show(method) + ", which is " + reason
                            + ": calls cannot be intercepted, and it would run on every node.",
                    "Make it a method that is neither private, final nor static, in a class that is not final.");
        }
    }

    /** Refuses a leader-only method that returns before its work is done. */
    static void requireWorkBeforeReturn(Method method) {
        if (returnsEarly(method)) {
            throw new SetupException(
                    "@LeaderOnly is on " + show(method) + ", which returns a "
                            + method.getReturnType().getSimpleName()
                            + ": its work may continue after it has returned, when another node leads.",
                    "Let the method do its work before it returns, or make the work a bean that is a Duty.");
        }
    }

    /** Refuses an annotated class that has methods which the annotation would promise to guard, and cannot. */
    static void requireEveryMethod(Class<?> type) {
        if (AnnotatedElementUtils.hasAnnotation(type, LeaderOnly.class) && !AnnotationProxies.isDuty(type)) {
            requireEveryMethod(type, LeaderOnly.class);
            for (Method method : methods(type)) {
                if (whyNotSeen(method, type).isEmpty() && returnsEarly(method)) {
                    throw new SetupException(
                            type.getName() + " is @LeaderOnly, and its method " + show(method) + " returns a "
                                    + method.getReturnType().getSimpleName()
                                    + ": its work may continue after it has returned, when another node leads.",
                            "Let the method do its work before it returns, make it private, or move it to a class"
                                    + " without the annotation.");
                }
            }
        }
        if (AnnotatedElementUtils.hasAnnotation(type, Fenced.class)) {
            if (AnnotationProxies.isDuty(type)) {
                throw new SetupException(
                        type.getName()
                                + " is @Fenced, and a Lifecycle or Duty: its start and stop are in no transaction"
                                + " that could be fenced.",
                        "Put @Fenced on those of its methods that write.");
            }
            requireEveryMethod(type, Fenced.class);
        }
    }

    private static void requireEveryMethod(Class<?> type, Class<? extends Annotation> annotation) {
        String name = "@" + annotation.getSimpleName();
        String kind = whyNoProxy(type);
        if (!kind.isEmpty()) {
            throw new SetupException(
                    name + " is on " + type.getName() + ", which is a " + kind
                            + ": calls of its methods cannot be intercepted, and they would run on every node.",
                    "Make it a class that is neither final, sealed nor a record.");
        }
        for (Method method : methods(type)) {
            String reason = whyNotSeen(method, type);
            if (!reason.isEmpty() && (isMeant(method, annotation) || isCalledBySpring(method))) {
                throw new SetupException(
                        type.getName() + " is " + name + ", and its method " + show(method) + " is " + reason
                                + ": calls cannot be intercepted, and it would run on every node.",
                        "Make it a method that is neither private, final nor static, or move it to a class without the"
                                + " annotation. One that only its own class calls may be private.");
            }
        }
    }

    /** Refuses methods of a bean that is started and stopped as a whole, if Spring calls them on every node all the same. */
    static void refuseMethodsThatSpringCalls(Class<?> type, String bean) {
        for (Method method : methods(type)) {
            if (AnnotatedElementUtils.hasAnnotation(method, Scheduled.class)) {
                throw new SetupException(
                        "The bean " + bean
                                + " is @LeaderOnly and a Lifecycle or Duty, which is started and stopped as a"
                                + " whole, and its method " + show(method)
                                + " is @Scheduled: it would run on every node.",
                        "Move the method to another bean, and put @LeaderOnly on it there.");
            }
        }
    }

    /**
     * Whether an annotation on a class is about this method: one of that class or of those that extend it, and not of a
     * superclass, as those of Spring have final methods by intention. Private ones are called from within alone.
     */
    private static boolean isMeant(Method method, Class<? extends Annotation> annotation) {
        return !Modifier.isPrivate(method.getModifiers())
                && AnnotatedElementUtils.hasAnnotation(method.getDeclaringClass(), annotation);
    }

    private static boolean isCalledBySpring(Method method) {
        return CALLED_BY_SPRING.stream().anyMatch(it -> AnnotatedElementUtils.hasAnnotation(method, it));
    }

    /** Those that a class or its superclasses have in their source, other than what every object has and what makes beans. */
    private static List<Method> methods(Class<?> type) {
        return List.of(ReflectionUtils.getUniqueDeclaredMethods(
                type,
                method -> ReflectionUtils.USER_DECLARED_METHODS.matches(method)
                        && !ReflectionUtils.isObjectMethod(method)
                        && !AnnotatedElementUtils.hasAnnotation(method, Bean.class)));
    }

    private static String whyNotSeen(Method method, Class<?> type) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return "private";
        }
        if (Modifier.isFinal(modifiers)) {
            return "final";
        }
        if (Modifier.isStatic(modifiers)) {
            return "static";
        }
        if (!Modifier.isPublic(modifiers)
                && !Modifier.isProtected(modifiers)
                && !method.getDeclaringClass().getPackageName().equals(type.getPackageName())) {
            return "visible in another package alone";
        }
        String kind = whyNoProxy(type);
        return kind.isEmpty() ? "" : "in a " + kind;
    }

    private static String whyNoProxy(Class<?> type) {
        return Modifier.isFinal(type.getModifiers()) ? "final class" : type.isSealed() ? "sealed class" : "";
    }

    private static boolean returnsEarly(Method method) {
        Class<?> returned = method.getReturnType();
        return Future.class.isAssignableFrom(returned)
                || CompletionStage.class.isAssignableFrom(returned)
                || Flow.Publisher.class.isAssignableFrom(returned)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null;
    }

    static String show(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName() + "()";
    }
}
