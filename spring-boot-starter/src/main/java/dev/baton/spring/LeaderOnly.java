// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs only while this node leads an election, which {@code baton.elections} has to name.
 *
 * <ul>
 *   <li>On a method, such as a {@code @Scheduled} one: a call while this node does not lead is skipped, or fails with
 *       {@link dev.baton.NotLeaderException} if the method returns something. A run that is under way when leadership
 *       ends is interrupted, and leadership is given back when it has returned, so that no other node runs the method at
 *       the same time.
 *   <li>On a bean that is a {@link dev.baton.Duty} or a {@link org.springframework.context.Lifecycle}: it is started when
 *       leadership is won, supervised while it lasts, and stopped before another node may lead. It has to be a singleton,
 *       and a {@code SmartLifecycle} has to answer {@code isAutoStartup()} with false.
 *   <li>On any other class: the same as on each of its methods.
 * </ul>
 *
 * <p>A method is called through a proxy: it must not be private, final or static, and a call from within its own object
 * is not seen. It must do its work before it returns, so it must not return a future or a publisher.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface LeaderOnly {
    /** The election. */
    String value();
}
