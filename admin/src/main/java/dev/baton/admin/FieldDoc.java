// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the OpenAPI document says of a field, besides its name and type. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface FieldDoc {
    String value() default "";

    /** Whether a request has to have it although it may be null in Java, where the handler says what is wrong. */
    boolean required() default false;

    /** The constants that a text is one of, where this version knows all of them. */
    Class<? extends Enum<?>>[] oneOf() default {};
}
