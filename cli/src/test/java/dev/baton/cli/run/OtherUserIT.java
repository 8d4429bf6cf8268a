// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.LabDatabase;
import dev.baton.cli.lab.Processes;
import dev.baton.server.guarded.SignalRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command that becomes another user's process, as by sudo. Needs root, which makes such a program and gives up being root. */
@Timeout(120)
class OtherUserIT {
    private static final String NOBODY = "65534";
    private static final int SET_USER_ID = 0104755;

    @TempDir
    private Path folder;

    private Path become;

    @BeforeEach
    void makeProgram() throws IOException {
        assumeTrue(
                SignalRights.ofThisProcess().equals(new SignalRights(0)),
                "a program that changes its user is made by root: left out");
        assumeTrue(isOpenToAll(CliProcess.launcher()), "the distribution lies where only root may look: left out");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        become = Files.copy(Path.of("/usr/bin/setpriv"), folder.resolve("become"));
        Files.setAttribute(become, "unix:mode", SET_USER_ID);
    }

    private static boolean isOpenToAll(Path file) throws IOException {
        for (Path at = file; at != null; at = at.getParent()) {
            if (!Files.getPosixFilePermissions(at).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    private CliProcess run(LabDatabase database, String... command) {
        List<String> line = new ArrayList<>(List.of("--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
        line.addAll(List.of(CliProcess.launcher().toString(), "run", "--election", "job", "--node", "n1"));
        line.addAll(List.of("--url", database.url(), "--create-schema", "--lease", "3s", "--"));
        line.addAll(List.of(command));
        return CliProcess.start(
                Path.of("/usr/bin/setpriv"),
                folder,
                Map.of("BATON_DB_USER", "sa", "BATON_DB_PASSWORD", "", "BATON_CDS", "off", "HOME", folder.toString()),
                line.toArray(String[]::new));
    }

    @Test
    void isRefusedWhereItIsTheCommandAndToldOfWhereTheCommandCallsIt() throws IOException {
        Path number = folder.resolve("number");
        String asRoot = become + " --reuid 0 sh -c 'echo $$ >" + number + "; exec sleep 605'";
        try (LabDatabase database = LabDatabase.start(folder);
                CliProcess refused = run(database, become.toString(), "--reuid", "0", "true");
                CliProcess warned = run(database, "sh", "-c", asRoot)) {
            assertThat(refused.awaitEnd()).as(refused.toString()).isEqualTo(2);
            assertThat(refused.err()).contains("another user's process");

            warned.awaitErr("Baton cannot end them");
            Processes.signal(
                    "KILL", List.of(Long.parseLong(Files.readString(number).strip())));
        }
    }
}
