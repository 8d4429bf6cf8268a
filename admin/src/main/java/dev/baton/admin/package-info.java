// SPDX-License-Identifier: Apache-2.0
/**
 * The language of the admin API: what can be asked, what is answered, what can be wrong, and a client. Nodes, the command
 * line and tests use these records, and the OpenAPI document is made of them. A field that is added to a record later is
 * nullable, so that nodes of both versions understand each other.
 */
@NullMarked
package dev.baton.admin;

import org.jspecify.annotations.NullMarked;
