// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A program that says back what it hears. */
final class Echo {
    private Echo() {}

    public static void main(String[] args) throws IOException {
        System.out.println("ready " + String.join(",", args));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !line.equals("end"); line = in.readLine()) {
            System.out.println("heard " + line);
        }
        System.exit(3);
    }
}
