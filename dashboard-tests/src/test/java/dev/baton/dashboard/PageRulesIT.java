// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page's pure modules, one call and one fact at a time, in the engine that runs them. */
@ExtendWith(Chromium.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageRulesIT {
    private StubNode node;
    private Dashboard dashboard;

    @BeforeAll
    void open(Browser browser) {
        node = new StubNode(Scene.small());
        dashboard = Dashboard.open(browser, node.address(), "");
    }

    @AfterAll
    void close() {
        if (node != null) {
            dashboard.close();
            node.close();
        }
    }

    /** Evaluates {@code expression} with the module's exports as {@code m}. */
    private Object in(String module, String expression) {
        return dashboard
                .page()
                .evaluate("async () => { const m = await import('/assets/js/" + module + "'); return " + expression
                        + "; }");
    }

    private Object feeding(String... pieces) {
        StringBuilder calls = new StringBuilder();
        for (String piece : pieces) {
            calls.append("p.feed(").append(quoted(piece)).append(");");
        }
        return in(
                "sse.js",
                "(() => { const seen = []; const p = m.createSseParser(e => seen.push(e)); " + calls
                        + " return seen; })()");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\r", "\\r").replace("\n", "\\n") + "'";
    }

    @Test
    void aMessageIsReadWhereverItIsCut() {
        List<Map<String, String>> whole = List.of(Map.of("id", "7", "type", "alarm", "data", "{}"));
        String message = "id: 7\r\nevent: alarm\r\ndata: {}\r\n\r\n";

        for (int cut = 0; cut <= message.length(); cut++) {
            assertThat(feeding(message.substring(0, cut), message.substring(cut)))
                    .as("cut at %d", cut)
                    .isEqualTo(whole);
        }
    }

    @Test
    void aHeartbeatIsNoMessage() {
        assertThat(feeding(":\n\n", ": ping\n\n")).isEqualTo(List.of());
    }

    @Test
    void aLineWithoutEndIsRefused() {
        assertThat(in(
                        "sse.js",
                        "(() => { try { m.createSseParser(() => {}).feed('x'.repeat(2 ** 21)); return 'read'; }"
                                + " catch { return 'refused'; } })()"))
                .isEqualTo("refused");
    }

    private static final String CLUSTER = "{elections: [{name: 'e', leader: {node: 'n1', epoch: 7}, candidates:"
            + " [{node: 'n1', state: 'LEADING'}, {node: 'n2', state: 'STANDBY'}]}]}";

    private Object after(String event, String part) {
        return in("fold.js", "m.withEvent(" + CLUSTER + ", " + event + ").elections[0]" + part);
    }

    @Test
    void aHigherEpochReplacesTheLeader() {
        String won = "{type: 'leader_changed', election: 'e', node: 'n2', epoch: 8, at: 'now'}";

        assertThat(after(won, ".leader.node")).isEqualTo("n2");
        assertThat(after(won, ".candidates.map(c => c.node + ' ' + c.state)"))
                .isEqualTo(List.of("n2 LEADING", "n1 STANDBY"));
    }

    @Test
    void anOlderEpochChangesNothing() {
        assertThat(after("{type: 'became_leader', election: 'e', node: 'n2', epoch: 6, at: 'then'}", ".leader.node"))
                .isEqualTo("n1");
        assertThat(after("{type: 'lost_leadership', election: 'e', node: 'n2', epoch: 6}", ".leader.node"))
                .isEqualTo("n1");
    }

    @Test
    void theEndOfTheShownLeadershipLeavesNobody() {
        assertThat(after("{type: 'leader_down', election: 'e', node: 'n1', epoch: 7}", ".leader === undefined"))
                .isEqualTo(true);
    }

    @Test
    void eventsAreKeptOnceEachAndInOrder() {
        assertThat(in(
                        "fold.js",
                        "m.withEvents([{seq: 3}, {seq: 4}], [{seq: 2}, {seq: 4}, {seq: 5}], 3).map(e => e.seq)"))
                .isEqualTo(List.of(3, 4, 5));
    }

    @Test
    void aLeaseIsCountedFromBeforeTheQuestion() {
        assertThat(in("freshness.js", "m.leaseLeft({leaseLeftMs: 5000}, {now: 12000, answeredAt: 10000})"))
                .isEqualTo(3000);
        assertThat(in("freshness.js", "m.leaseLeft({leaseLeftMs: 5000}, {now: 99000, answeredAt: 10000})"))
                .isEqualTo(0);
    }

    @Test
    void dataIsStaleWhenTheLastQuestionFailedOrIsOverdue() {
        String stale = "m.freshness({now: %d, answeredAt: 1000, failed: %b, interval: 2000}).stale";

        assertThat(in("freshness.js", String.format(stale, 5_900, false))).isEqualTo(false);
        assertThat(in("freshness.js", String.format(stale, 6_100, false))).isEqualTo(true);
        assertThat(in("freshness.js", String.format(stale, 1_100, true))).isEqualTo(true);
    }

    @Test
    void pausesBetweenAttemptsGrowAndAreBounded() {
        assertThat(in("stream.js", "[0, 1, 2, 3, 50].map(attempt => m.pauseBefore(attempt, 1))"))
                .isEqualTo(List.of(500, 1000, 2000, 4000, 10_000));
        assertThat(in("stream.js", "m.pauseBefore(0, 0)")).isEqualTo(250);
    }

    @Test
    void aSlowClusterIsAskedLessOften() {
        assertThat(in("refresh.js", "[10, 500, 60000].map(m.intervalAfter)")).isEqualTo(List.of(2000, 5000, 15_000));
    }

    @Test
    void unseenCharactersAreShown() {
        assertThat(in("text.js", "m.visible('a\\u202eb\\u200bc\\u0000d\\ud800')"))
                .isEqualTo("a\\u202eb\\u200bc\\u0000d\\ud800");
        assertThat(in("text.js", "m.visible('Zürich 東京 🎼')")).isEqualTo("Zürich 東京 🎼");
    }

    @Test
    void aLongNameIsCut() {
        assertThat(in("text.js", "m.visible('x'.repeat(10000)).length")).isEqualTo(80);
    }

    @Test
    void lengthsOfTimeReadNaturally() {
        assertThat(in("time.js", "[0, 412, 3250, 12999, 252000, 7500000, 273600000].map(m.duration)"))
                .isEqualTo(List.of("0 ms", "412 ms", "3.2 s", "12 s", "4 m 12 s", "2 h 05 m", "3 d 4 h"));
    }

    @Test
    void aRouteSurvivesAnyName() {
        assertThat(in(
                        "router.js",
                        "['a/b?c#d%', '<img>', '..', 'ä'].every(name =>"
                                + " m.parseRoute(m.formatRoute({section: 'elections', name})).name === name)"))
                .isEqualTo(true);
        assertThat(in("router.js", "m.parseRoute('#/elections/%E0%A4%A').name")).isEqualTo("%E0%A4%A");
        assertThat(in("router.js", "m.parseRoute('#/javascript:alert(1)').section"))
                .isEqualTo("elections");
    }

    @Test
    void aShortGapStaysVisible() {
        assertThat(in(
                        "timeline/layout.js",
                        "m.place([{kind: 'gap', from: 500, to: 501}], {from: 0, to: 100000}, 800)[0].width"))
                .isEqualTo(3);
    }

    @Test
    void aGapBelongsBetweenTwoLeaderships() {
        assertThat(in(
                        "timeline/layout.js",
                        "m.electionLane('e', [{node: 'n2', epoch: 8, from: '2026-01-01T00:01:00Z', gapMs: 400},"
                                + " {node: 'n1', epoch: 7, from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:59.600Z'}],"
                                + " Date.parse('2026-01-01T00:02:00Z')).items.map(i => `${i.id} ${i.to - i.from}`)"))
                .isEqualTo(List.of("leadership-7 59600", "gap-8 400", "leadership-8 60000"));
    }
}
