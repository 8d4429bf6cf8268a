// SPDX-License-Identifier: Apache-2.0
/** What can be told of the packages without the machines they are for. */
@NullMarked
package dev.baton.packaging;

import org.jspecify.annotations.NullMarked;
