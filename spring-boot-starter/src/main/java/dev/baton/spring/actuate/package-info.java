// SPDX-License-Identifier: Apache-2.0
/** The node in the actuator: an endpoint and a health indicator. */
@NullMarked
package dev.baton.spring.actuate;

import org.jspecify.annotations.NullMarked;
