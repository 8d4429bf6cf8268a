// SPDX-License-Identifier: Apache-2.0
/** Not API: what nodes say to each other, and the port through which it leaves. */
@NullMarked
package dev.baton.bully.internal.message;

import org.jspecify.annotations.NullMarked;
