// SPDX-License-Identifier: Apache-2.0
/** The fault lab: real processes and real connections, and the means to hurt them. */
@NullMarked
package dev.baton.testkit.lab;

import org.jspecify.annotations.NullMarked;
