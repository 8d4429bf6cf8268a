// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

/**
 * Something that can be done in a demo.
 *
 * @param key that does it
 * @param name in a script, in events, and beside the key where there is little room
 * @param hint what is shown beside the key
 * @param perform does it, which may take long
 */
public record DemoAction(String key, String name, String hint, Runnable perform) {}
