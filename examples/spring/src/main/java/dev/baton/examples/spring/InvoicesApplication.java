// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Start it any number of times on one database: one of the replicas sends invoices. */
@SpringBootApplication
@EnableScheduling
public class InvoicesApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(InvoicesApplication.class, arguments);
    }
}
