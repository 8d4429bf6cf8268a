// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Duty;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;
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

    /**
     * Puts the advice behind one that calls the method on another thread, should that one be there already, as with
     * {@code @EnableAsync(order = …)}. In front of it a run would end as soon as the thread has been told.
     */
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        Object proxy = super.postProcessAfterInitialization(bean, name);
        if (proxy instanceof Advised advised && advisor != null) {
            int own = advised.indexOf(advisor);
            int async = lastAsync(advised);
            if (own >= 0 && own < async) {
                advised.removeAdvisor(own);
                advised.addAdvisor(async, advisor);
            }
        }
        return proxy;
    }

    private static int lastAsync(Advised advised) {
        Advisor[] all = advised.getAdvisors();
        int last = all.length - 1;
        while (last >= 0 && !(all[last] instanceof AsyncAnnotationAdvisor)) {
            last--;
        }
        return last;
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
            return annotation == LeaderOnly.class ? isLeaderOnly(method, type) : isAnnotated(annotation, method, type);
        }
    }

    /** Whether calls of this method are left out while this node does not lead. */
    static boolean isLeaderOnly(Method method, Class<?> type) {
        return !isDuty(type) && isAnnotated(LeaderOnly.class, method, type);
    }

    private static boolean isAnnotated(Class<? extends Annotation> annotation, Method method, Class<?> type) {
        return !ReflectionUtils.isObjectMethod(method)
                && !AnnotatedElementUtils.hasAnnotation(method, Bean.class)
                && AnnotatedMethods.of(annotation, method, type).isPresent();
    }

    /** Whether a leader-only bean of this type is started and stopped as a whole. */
    static boolean isDuty(Class<?> type) {
        return Duty.class.isAssignableFrom(type) || Lifecycle.class.isAssignableFrom(type);
    }
}
