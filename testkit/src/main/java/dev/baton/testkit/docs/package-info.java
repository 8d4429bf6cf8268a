// SPDX-License-Identifier: Apache-2.0
/** Reads the code blocks of Markdown documents, so that tests can compile, check or run them. */
@NullMarked
package dev.baton.testkit.docs;

import org.jspecify.annotations.NullMarked;
