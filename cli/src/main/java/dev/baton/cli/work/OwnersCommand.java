// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import dev.baton.admin.AdminClient;
import dev.baton.admin.WorkPartitions;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.cluster.QueryOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code baton work owners}. */
@Command(name = "owners", description = "Who owns the partitions of a task list, one by one.")
final class OwnersCommand implements Callable<Integer> {
    private static final int PAGE = 10_000;
    private static final String DEFAULT_DOMAIN = "default";

    @Mixin
    private final QueryOptions query;

    @Parameters(paramLabel = "LIST", description = "As in billing/invoices.")
    private String list = "";

    OwnersCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        NodeConnection node = query.connect();
        Output output = query.output();
        List<WorkPartitions.Partition> all = new ArrayList<>();
        WorkPartitions page = page(node, 0);
        all.addAll(page.owned());
        for (@Nullable Integer next = page.next(); next != null; next = page.next()) {
            page = page(node, next);
            all.addAll(page.owned());
        }
        if (output.json()) {
            output.document(JsonOutput.of(new WorkPartitions(page.list(), page.partitions(), all, null)));
        } else {
            output.table(WorkPrinter.partitions(all));
        }
        return ExitCode.OK.number();
    }

    private WorkPartitions page(NodeConnection node, int from) {
        int slash = list.indexOf('/');
        String domain = slash < 0 ? DEFAULT_DOMAIN : list.substring(0, slash);
        String path = WorkCommand.PATH + "/lists/" + AdminClient.segment(domain) + "/"
                + AdminClient.segment(list.substring(slash + 1)) + "/partitions?limit=" + PAGE + "&from=" + from;
        return node.get(path, WorkPartitions.class);
    }
}
