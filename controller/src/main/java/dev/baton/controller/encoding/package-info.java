// SPDX-License-Identifier: Apache-2.0
/** Numbered fields, as entries, snapshots, requests and answers are made of: compact, and readable by newer and older nodes. */
@NullMarked
package dev.baton.controller.encoding;

import org.jspecify.annotations.NullMarked;
