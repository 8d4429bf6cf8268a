// SPDX-License-Identifier: Apache-2.0
/** Workers in processes of their own on a real database. */
package dev.baton.work.lab;
