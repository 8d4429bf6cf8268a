// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.database;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.SecretFile;
import dev.baton.sql.SqlDatabase;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for the database, and the credentials. There is no option for the password itself: the process list would
 * show it.
 */
public final class DatabaseOptions {
    private static final Pattern SECRET = Pattern.compile("(?i)(password|passwd|pwd)\\s*=|//[^/@]*:[^/@]*@");

    @Option(names = "--url", paramLabel = "JDBC-URL", description = "The database, as in jdbc:postgresql://host/db.")
    private @Nullable String url;

    @Option(names = "--user", paramLabel = "NAME", description = "Its user. Default: BATON_DB_USER.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "A file with the password. Default: the variable BATON_DB_PASSWORD.")
    private @Nullable Path passwordFile;

    public boolean given() {
        return url != null;
    }

    public SqlDatabase open(CliEnvironment environment) {
        if (url == null) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--url is required");
        }
        if (SECRET.matcher(url).find()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "USAGE",
                    "the URL has a password in it, which the process list shows: use --password-file or"
                            + " BATON_DB_PASSWORD, and --user");
        }
        String name = user == null ? environment.variable("BATON_DB_USER").orElse("") : user;
        return name.isEmpty() ? SqlDatabase.at(url) : SqlDatabase.at(url, name, () -> password(environment));
    }

    /** Read again for every connection, so that it may be rotated. */
    private String password(CliEnvironment environment) {
        return passwordFile == null
                ? environment.variable("BATON_DB_PASSWORD").orElse("")
                : SecretFile.read(passwordFile);
    }
}
