// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.util.List;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses annotated beans in a context that Baton's auto-configuration is not part of, where nothing would guard them: in
 * a test of a slice, or where it was excluded. Spring Boot calls it for every application.
 */
final class UnguardedCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final List<Class<? extends Annotation>> ANNOTATIONS = List.of(LeaderOnly.class, Fenced.class);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        // Called when it is known which beans there will be, and none has been made.
        context.addBeanFactoryPostProcessor(UnguardedCheck::watch);
    }

    private static void watch(ConfigurableListableBeanFactory beans) {
        if (beans.getBeanNamesForType(AnnotationCheck.class, false, false).length == 0) {
            beans.addBeanPostProcessor(new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    refuse(bean, name, beans);
                    return bean;
                }
            });
        }
    }

    private static void refuse(Object bean, String name, ConfigurableListableBeanFactory beans) {
        Class<?> type = AopUtils.getTargetClass(bean);
        for (Class<? extends Annotation> annotation : ANNOTATIONS) {
            if (AnnotatedMethods.isIn(annotation, type) || isOnFactoryMethod(annotation, name, beans)) {
                throw new SetupException(
                        "The bean " + name + " has @" + annotation.getSimpleName()
                                + ", and Baton's auto-configuration is not part of this application: it would run on"
                                + " every node.",
                        "In a test of a slice, such as @JdbcTest, add @StandaloneBaton to the test. Elsewhere, do not"
                                + " exclude " + BatonAutoConfiguration.class.getName() + ".");
            }
        }
    }

    private static boolean isOnFactoryMethod(
            Class<? extends Annotation> annotation, String name, ConfigurableListableBeanFactory beans) {
        return beans.containsBeanDefinition(name) && beans.findAnnotationOnBean(name, annotation, false) != null;
    }
}
