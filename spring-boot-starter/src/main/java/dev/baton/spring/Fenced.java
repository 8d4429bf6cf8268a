// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets the transaction of a {@code @Transactional} method commit only past the fence: if another node was elected since,
 * the commit fails with {@link dev.baton.FencedException}, and nothing is written. The fence is passed when the method
 * has returned, right before the commit; what JPA writes only with the commit comes after it, and the next leader waits.
 *
 * <p>A call outside of a transaction, in a read-only one, or while this node does not lead fails before the method is
 * run. On a class it goes for each of its methods.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Fenced {
    /** The election whose leadership is presented; by default that of the {@link LeaderOnly} run under way. */
    String value() default "";
}
