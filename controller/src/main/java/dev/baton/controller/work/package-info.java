// SPDX-License-Identifier: Apache-2.0
/** Task lists, workers and assignments as a part of the state that all servers replicate: a work store without a database. */
@NullMarked
package dev.baton.controller.work;

import org.jspecify.annotations.NullMarked;
