// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.ConfigurationException;
import dev.baton.server.http.AdminSettings;
import dev.baton.server.http.Role;
import dev.baton.server.part.ElectionPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a configuration may say, and what is said of one that is wrong. */
class NodeConfigTest {
    private static final Map<String, String> NOTHING = Map.of();

    private static NodeConfig read(String yaml) {
        return NodeConfig.parse(yaml, NOTHING);
    }

    private static List<String> problems(String yaml) {
        return problems(yaml, NOTHING);
    }

    private static List<String> problems(String yaml, Map<String, String> environment) {
        ConfigurationException wrong =
                catchThrowableOfType(ConfigurationException.class, () -> NodeConfig.parse(yaml, environment));
        assertThat(wrong).as("refusal of %s", yaml).isNotNull();
        return wrong.problems();
    }

    // ---- what holds

    @Test
    void nothingAtAllIsANodeOfItsOwn() {
        NodeConfig config = read("");

        assertThat(config.electorType()).isEqualTo("standalone");
        assertThat(config.plan().elections())
                .extracting(it -> it.name().value())
                .containsExactly("coordinator");
        AdminSettings admin = config.admin().orElseThrow();
        assertThat(admin.bind().isLoopbackAddress()).isTrue();
        assertThat(admin.port()).isEqualTo(7400);
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void theFileSaysWhatHolds() {
        NodeConfig config = read("""
                node: {id: n1, zone: east, weight: 5}
                elections:
                  - name: coordinator
                    priority: 90
                    takeover_delay: 1500ms
                    duties: [log, cluster_health]
                  - name: reports
                    eligible: false
                admin: {port: 0}
                """);

        assertThat(config.id().value()).isEqualTo("n1");
        assertThat(config.plan().zone()).isEqualTo("east");
        assertThat(config.plan().weight()).isEqualTo(5);
        ElectionPlan first = config.plan().elections().get(0);
        assertThat(first.settings().priority().value()).isEqualTo(90);
        assertThat(first.settings().takeoverDelay()).isEqualTo(Duration.ofMillis(1500));
        assertThat(first.duties()).containsExactly("log", "cluster_health");
        assertThat(config.plan().elections().get(1).settings().eligible()).isFalse();
    }

    @Test
    void theEnvironmentOverridesEveryKindOfKey() {
        NodeConfig config = NodeConfig.parse(
                "node: {id: from-file}\nelections: [{name: a}, {name: b}]",
                Map.of(
                        "BATON_NODE_ID", "from-env",
                        "BATON_ELECTIONS_1_PRIORITY", "7",
                        "BATON_ELECTIONS_1_ELIGIBLE", "false",
                        "BATON_ELECTIONS_0_DUTIES", "log, cluster_health",
                        "BATON_ADMIN_PORT", "0",
                        "BATON_ADMIN_PEER_TIMEOUT", "3s",
                        "PATH", "/bin"));

        assertThat(config.id().value()).isEqualTo("from-env");
        assertThat(config.plan().elections().get(1).settings().priority().value())
                .isEqualTo(7);
        assertThat(config.plan().elections().get(1).settings().eligible()).isFalse();
        assertThat(config.plan().elections().get(0).duties()).containsExactly("log", "cluster_health");
        assertThat(config.admin().orElseThrow().peerTimeout()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void everyKeyHasAVariableOfItsOwn() {
        assertThat(NodeKeys.all().all()).extracting(key -> key.variable()).doesNotHaveDuplicates();
    }

    @Test
    void aForeignVariableIsNoProblemButAMisspeltOneIsPointedOut() {
        NodeConfig config = NodeConfig.parse("", Map.of("BATON_ADMIN_PROT", "1", "BATON_EPOCH_OF_SOMETHING_ELSE", "7"));

        assertThat(config.warnings())
                .containsExactly("BATON_ADMIN_PROT: is not a key of Baton; did you mean BATON_ADMIN_PORT?");
    }

    @Test
    void anEmptySectionIsAsGoodAsNone() {
        assertThat(read("node:\nelections: []\nadmin: {}\n").plan().elections()).hasSize(1);
    }

    @Test
    void windowsFilesAndByteOrderMarksAreRead() {
        assertThat(read("node:\r\n  id: n1\r\n").id().value()).isEqualTo("n1");
    }

    @Test
    void tokensHaveRoles() {
        AdminSettings admin = read("""
                        admin:
                          bind: 0.0.0.0
                          advertise: http://10.0.0.5:7400
                          cluster_token: cluster-cluster-cluster
                          tokens:
                            - {name: alice, role: operate, token: 0123456789abcdef}
                            - {name: bob, token: fedcba9876543210}
                        """).admin().orElseThrow();

        assertThat(admin.tokens()).extracting(AdminSettings.Token::role).containsExactly(Role.OPERATE, Role.READ);
    }

    // ---- what is refused

    @Test
    void allProblemsAreToldAtOnceWithTheirLines() {
        assertThat(problems("""
                node:
                  id: A/B
                  wieght: 5
                admin:
                  port: 70000
                elections:
                  - name: x
                    takeover_delay: 5
                """))
                .satisfiesExactlyInAnyOrder(
                        it -> assertThat(it).startsWith("node.yml:2: node.id").contains("is not a name"),
                        it -> assertThat(it)
                                .isEqualTo("node.yml:3: unknown key \"node.wieght\"; did you mean node.weight?"),
                        it -> assertThat(it)
                                .isEqualTo("node.yml:5: admin.port \"70000\" is not a number from 0 to 65535"),
                        it -> assertThat(it)
                                .startsWith("node.yml:8: elections[0].takeover_delay \"5\" is not a duration"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nod: {id: n1}                       | did you mean node.id?",
                "port: 7400                          | did you mean admin.port?",
                "elector: {sql: {urll: x}}           | did you mean elector.sql.url?",
                "elections: [{nmae: x}]              | did you mean elections[].name?",
            })
    void anUnknownKeyComesWithTheNearestOne(String yaml, String hint) {
        assertThat(problems(yaml))
                .anySatisfy(it -> assertThat(it).contains("unknown key").contains(hint));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node: {id: 1e3}               | is a number, not a text: put it in quotes",
                "node: {id: 007}               | is a number, not a text: put it in quotes",
                "node: {id: 12}                | is a number, not a text: put it in quotes",
                "node: {id: true}              | is a boolean, not a text: put it in quotes",
                "admin: {enabled: yes}         | is not true or false",
                "admin: {enabled: 'true'}      | is not true or false",
                "admin: {port: '7400'}         | is not a number",
                "admin: {port: 0x10}           | is not a number",
                "admin: {port: 1e3}            | is not a number",
                "admin: {port: -1}             | is not a number from 0 to 65535",
                "admin: {port: [1]}            | takes one value, not a list",
                "admin: {peers: x}             | takes a list",
                "admin: {tokens: [x]}          | takes a list of entries with keys",
                "node: n1                      | takes keys below it",
                "node: 1e3                     | takes keys below it",
                "node: {id: 1e3}               | is a number, not a text: put it in quotes",
                "node: {id: true}              | is a boolean, not a text: put it in quotes",
                "elections: [{name: a, eligible: yes}] | is not true or false",
                "elections: [{name: a, eligible: 1}]   | is not true or false",
                "admin: {peer_timeout: 5}      | is not a duration: write it with its unit",
                "admin: {peer_timeout: -1s}    | is not a duration",
                "admin: {peer_timeout: 0s}     | must be above 0s",
                "admin: {operation_timeout: 0ms} | must be above 0s",
                "shutdown: {duty_timeout: 0s}  | must be above 0s",
                "shutdown: {duty_timeout: 999999999h} | is longer than a year",
                "elector: {type: sql, sql: {url: 'jdbc:h2:mem:x', lease: 999999999h}} | is longer than a year",
                "admin: {peer_timeout: 99999999999999999999s} | is not a duration",
                "node: {zone: '<b>'}           | is not a name of",
                "node: {cluster: 'a b'}        | is not a name of",
                "[a, b]                        | keys are expected",
                "just text                     | keys are expected",
                "node: {id: n1, id: n2}        | duplicate key",
                "elector: {type: zookeeper}    | is not one of standalone, sql",
                "elector: {type: sql}          | the URL must begin with jdbc:",
                "elections: [{name: a}, {name: a}]     | duplicate election a",
                "elections: [{name: a, duties: [dig]}] | is not one of log, cluster_health, poll_orchestrator, run",
                "elections: [{name: a, duties: [poll_orchestrator]}] | polls: are listed together with the duty poll_orchestrator",
                "{elector: {type: sql, sql: {url: 'jdbc:h2:mem:x'}}, elections: [{name: a, wind_down: 6s}]} | wind_down 6s must be under",
                "{elector: {type: registry}, elections: [{name: a, wind_down: 1h}]} | must be under",
                "{elector: {type: bully, bully: {user: cluster, password: passpasspass}}, elections: [{name: a, wind_down: 1s}]} | must be under",
                "elections: [{name: a, duties: [log, log]}] | names a duty twice",
                "elections: [{name: a, priority: 101}] | is not a number from 0 to 100",
                "elections: [{name: a, enabled: false}] | needs election.coordinator",
                "node: !!javax.script.ScriptEngineManager {} | tags are not supported",
                "node: {id: !!str n1}          | tags are not supported",
                "node: &a {id: n1}             | anchors are not supported",
                "node: *a                      | aliases are not supported",
                "node.id: n1                   | must be nested",
                "node: {id: n1}}               | is not YAML",
                "logging: {level: loud}        | is not one of error, warn, info, debug",
                "admin: {bind: 'no such host.invalid'} | is not a known address",
                "admin: {bind: '127.0.0.1:7400'} | the port is admin.port",
                "admin: {bind: 0.0.0.0, advertise: 'http://h:1'} | is not a loopback address, so admin.tokens must be set",
                "admin: {advertise: 'file:/etc/passwd'} | is not a URL like",
                "admin: {peers: ['http://u:p@h:1']}     | is not a URL like",
                "admin: {tokens: [{name: a, token: short}]} | is shorter than 16 characters",
                "admin: {tokens: [{name: a}]}  | has neither token nor token_file",
                "admin: {tls: {key: k.pem}}    | certificate and key are set together",
                "elector: {type: sql, sql: {url: 'jdbc:h2:mem:x', lease: 1s, renew_interval: 900ms}} | must be under half of lease",
                "elector: {type: sql, sql: {url: 'jdbc:h2:mem:x', table_prefix: 'x; DROP'}} | must be a lower-case SQL identifier",
            })
    void isRefused(String yaml, String why) {
        assertThat(problems(yaml)).anySatisfy(it -> assertThat(it).contains(why));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "0x10", "2026-11-15"})
    void whatOtherReadersOfYamlTakeForSomethingElseIsText(String id) {
        assertThat(read("node: {id: " + id + "}").id().value()).isEqualTo(id);
    }

    @Test
    void anIdThatIsTooLongIsRefused() {
        assertThat(problems("node: {id: '" + "a".repeat(300) + "'}")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "..", "a b", "Ä", "nоde", "", "UPPER", "-a"})
    void anIdThatIsNoNameIsRefused(String id) {
        assertThat(problems("node: {id: '" + id + "'}"))
                .singleElement()
                .asString()
                .contains("is not a name");
    }

    @Test
    void aTabIsRefusedWithItsLine() {
        assertThat(problems("node:\n\tid: n1\n")).singleElement().asString().startsWith("node.yml:2: is not YAML");
    }

    @Test
    void aBombOfAnchorsIsRefusedAtTheFirst() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 50; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]%n".formatted(i, i, i - 1, i - 1));
        }

        assertThat(problems(bomb.toString())).singleElement().asString().contains("anchors are not supported");
    }

    @Test
    void whatIsNestedTooDeepIsRefusedWhateverItsDepth() {
        assertThat(problems("node: " + "[".repeat(200_000)))
                .singleElement()
                .asString()
                .contains("nested deeper than");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThat(problems("node: {id: a}\n---\nnode: {id: b}\n"))
                .singleElement()
                .asString()
                .contains("a second document");
    }

    @Test
    void aWrongVariableIsNamed() {
        assertThat(problems("", Map.of("BATON_ADMIN_PORT", "tcp://10.0.0.1:7400")))
                .containsExactly(
                        "BATON_ADMIN_PORT: admin.port \"tcp://10.0.0.1:7400\" is not a number from 0 to 65535");
    }

    @Test
    void aListInTheEnvironmentHasNoHoles() {
        assertThat(problems("", Map.of("BATON_ELECTIONS_2_NAME", "x")))
                .anySatisfy(it -> assertThat(it).contains("count from 0"));
    }

    @Test
    void hostileTextIsShownHarmlessly() {
        assertThat(problems("\"\\e[31mred\": 1")).singleElement().asString().contains("\\u001b[31mred");
    }
}
