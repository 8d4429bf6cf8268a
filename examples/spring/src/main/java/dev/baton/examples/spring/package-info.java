// SPDX-License-Identifier: Apache-2.0
/** A Spring Boot application that runs a job on one of its replicas. */
@NullMarked
package dev.baton.examples.spring;

import org.jspecify.annotations.NullMarked;
