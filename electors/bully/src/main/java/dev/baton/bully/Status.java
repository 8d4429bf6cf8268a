// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Node;

/** What a node says of itself to those who know the password. */
record Status(String cluster, Node node, Mark mark, Stamp stamp) {}
