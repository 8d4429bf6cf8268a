// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.test;

import dev.baton.spring.BatonAutoConfiguration;
import dev.baton.spring.BatonTransactionAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * Lets a test's application be a cluster of one, in memory, whatever elector its properties choose or it declares as a
 * bean: it needs no database for Baton, and leads all of its elections soon after it has started. Leader-only work that does not stop in time is logged, and does not end the process of the
 * tests. Beside {@code @SpringBootTest}, or a test of a slice such as {@code @JdbcTest}, which brings nothing of Baton by
 * itself.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import({LoggedFaults.class, ReplacedElector.class})
@ImportAutoConfiguration({BatonAutoConfiguration.class, BatonTransactionAutoConfiguration.class})
@TestPropertySource(properties = {"baton.elector=standalone", "baton.peer.enabled=false"})
public @interface StandaloneBaton {}
