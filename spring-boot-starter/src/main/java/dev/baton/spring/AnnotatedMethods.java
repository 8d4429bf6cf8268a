// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ReflectionUtils;

/** Finds an annotation of a method: its own, or that of its class. */
final class AnnotatedMethods {
    private AnnotatedMethods() {}

    static <A extends Annotation> Optional<A> of(Class<A> annotation, MethodInvocation call) {
        return of(annotation, called(call), type(call));
    }

    /** That of the object's own class, where the call is one of an interface. */
    static Method called(MethodInvocation call) {
        return AopUtils.getMostSpecificMethod(call.getMethod(), type(call));
    }

    private static Class<?> type(MethodInvocation call) {
        Object target = call.getThis();
        return target == null ? call.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
    }

    /**
     * Whether a class or one of its methods has it, other than one that makes a bean, where it is about that bean. A class
     * that cannot be looked into, because others are missing, has not.
     */
    static boolean isIn(Class<? extends Annotation> annotation, Class<?> type) {
        try {
            return AnnotatedElementUtils.hasAnnotation(type, annotation)
                    || Stream.of(ReflectionUtils.getUniqueDeclaredMethods(type))
                            .filter(method -> !AnnotatedElementUtils.hasAnnotation(method, Bean.class))
                            .anyMatch(method -> AnnotatedElementUtils.hasAnnotation(method, annotation));
        } catch (IllegalStateException | LinkageError unreadable) {
            return false;
        }
    }

    /** Whether the {@code @Bean} method has it that makes this bean. */
    static boolean isMadeByAnnotated(Class<? extends Annotation> annotation, BeanDefinition bean) {
        MethodMetadata maker = bean instanceof AnnotatedBeanDefinition made ? made.getFactoryMethodMetadata() : null;
        return maker != null && maker.isAnnotated(annotation.getName());
    }

    static <A extends Annotation> Optional<A> of(Class<A> annotation, Method method, Class<?> type) {
        return Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(method, annotation))
                .or(() -> Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(type, annotation)));
    }
}
