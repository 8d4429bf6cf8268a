// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.ReplyBatch.Kind;
import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplyBatchTest {
    private final ReplyBatch batch = new ReplyBatch(UnpooledByteBufAllocator.DEFAULT);

    private static String text(ByteBuf bytes) {
        String text = bytes.toString(StandardCharsets.ISO_8859_1);
        bytes.release();
        return text;
    }

    @Test
    void everythingIsTakenAsItWasWritten() {
        batch.add(Reply.OK, Kind.FREE);
        batch.add(Reply.number(-12), Kind.GUARDED);
        batch.add(Reply.number(Long.MIN_VALUE), Kind.GUARDED);

        assertThat(batch.isGuarded()).isTrue();
        assertThat(text(batch.take())).isEqualTo("+OK\r\n:-12\r\n:-9223372036854775808\r\n");
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.isGuarded()).isFalse();
    }

    @Test
    void typesAreThoseOfTheVersionSpoken() {
        Reply all = Reply.list(Reply.NIL, Reply.flag(true), Reply.map(Reply.text("a"), Reply.number(1)));

        batch.add(all, Kind.FREE);
        batch.speak(Protocol.RESP3);
        batch.add(all, Kind.FREE);
        batch.add(Reply.push(Reply.text("x")), Kind.FREE);

        String second = String.join(" ", "*3", "$-1", ":1", "*2", "$1", "a", ":1");
        String third = String.join(" ", "*3", "_", "#t", "%1", "$1", "a", ":1");
        assertThat(text(batch.take()).replace("\r\n", " ")).isEqualTo(second + " " + third + " >1 $1 x ");
    }

    @Test
    void anErrorIsOneLineWhateverStandsInIt() {
        batch.add(Reply.failure("ERR a\r\n+OK\u0000\u00e9" + "x".repeat(1000)), Kind.FREE);

        String error = text(batch.take());
        assertThat(error).startsWith("-ERR a??+OK??xxx").endsWith("x\r\n").hasSize(1 + 512 + 2);
    }

    /** A twin that keeps the replies as strings. */
    @Test
    void withoutTheLeadershipWhatRestsOnItIsReplacedOrDropped() {
        Random random = new Random(3);
        List<Kind> kinds = List.of(Kind.FREE, Kind.GUARDED, Kind.PUSHED);
        for (int round = 0; round < 200; round++) {
            List<String> expected = new ArrayList<>();
            int owed = 0;
            for (int i = random.nextInt(60); i >= 0; i--) {
                Kind kind = kinds.get(random.nextInt(kinds.size()));
                batch.add(Reply.number(i), kind);
                owed += kind == Kind.GUARDED ? 1 : 0;
                switch (kind) {
                    case FREE -> expected.add(":" + i + "\r\n");
                    case GUARDED -> expected.add("-GONE\r\n");
                    case PUSHED -> {}
                }
            }

            assertThat(batch.owed()).isEqualTo(owed);
            assertThat(text(batch.takeWithout(Reply.failure("GONE")))).isEqualTo(String.join("", expected));
        }
    }
}
