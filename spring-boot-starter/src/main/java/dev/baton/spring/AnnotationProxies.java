// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Duty;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Puts a proxy around beans with an annotated method, or adds to the one that is there. It comes right before those that
 * call the methods, as {@code @Scheduled} does, so that these call the proxy.
 */
final class AnnotationProxies extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    private static final long serialVersionUID = 1L;

    /**
     * @param outermost whether the advice goes around that of others, such as transactions, or is within them
     */
    @SuppressWarnings("this-escape")
    AnnotationProxies(Class<? extends Annotation> annotation, Advice advice, boolean outermost) {
        setBeforeExistingAdvisors(outermost);
        setProxyTargetClass(true);
        setOrder(Ordered.LOWEST_PRECEDENCE - 1);
        this.advisor = new DefaultPointcutAdvisor(new Methods(annotation), advice);
    }

    /** Annotated methods, and those of annotated classes, unless the whole bean is a leader-only duty. */
    private static final class Methods extends StaticMethodMatcherPointcut {
        private final Class<? extends Annotation> annotation;

        Methods(Class<? extends Annotation> annotation) {
            this.annotation = annotation;
            setClassFilter(type -> AnnotatedMethods.isIn(annotation, type));
        }

        @Override
        public boolean matches(Method method, Class<?> type) {
            return !ReflectionUtils.isObjectMethod(method)
                    && !(annotation == LeaderOnly.class && isDuty(type))
                    && !AnnotatedElementUtils.hasAnnotation(method, Bean.class)
                    && AnnotatedMethods.of(annotation, method, type).isPresent();
        }
    }

    /** Whether a leader-only bean of this type is started and stopped as a whole. */
    static boolean isDuty(Class<?> type) {
        return Duty.class.isAssignableFrom(type) || Lifecycle.class.isAssignableFrom(type);
    }
}
