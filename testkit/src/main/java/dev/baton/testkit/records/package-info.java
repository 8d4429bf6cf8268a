// SPDX-License-Identifier: Apache-2.0
/** What clients of a partition were told and saw, held against what it promises. */
@NullMarked
package dev.baton.testkit.records;

import org.jspecify.annotations.NullMarked;
