// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandRefusedException;
import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.Reply;
import org.jspecify.annotations.Nullable;

/** AUTH, and HELLO, which may do the same on the way. */
final class LoginCommands {
    private static final String DEFAULT_USER = "default";

    private LoginCommands() {}

    /** {@code AUTH [user] password} */
    static void auth(ClientConnection client, Arguments arguments) {
        if (client.state().settings().anonymous()) {
            throw new CommandRefusedException("ERR no password is configured on this server");
        }
        String user = arguments.size() == 3 ? arguments.text(1) : DEFAULT_USER;
        byte[] password = arguments.bytes(arguments.size() - 1).content();
        client.login(user, password, () -> client.answer(Reply.OK));
    }

    /** {@code HELLO [version [AUTH user password] [SETNAME name]]} */
    static void hello(ClientConnection client, Arguments arguments) {
        Hello hello = Hello.of(arguments, client.protocol());
        if (hello.user() != null && hello.password() != null) {
            if (client.state().settings().anonymous()) {
                throw new CommandRefusedException("ERR no password is configured on this server");
            }
            client.login(hello.user(), hello.password().content(), () -> greet(client, hello));
        } else if (client.login().isAdmitted()) {
            greet(client, hello);
        } else {
            throw new CommandRefusedException("NOAUTH HELLO must be called with the client already authenticated, "
                    + "otherwise the HELLO <proto> AUTH <user> <pass> option can be used");
        }
    }

    private static void greet(ClientConnection client, Hello hello) {
        if (hello.name() != null) {
            client.rename(hello.name());
        }
        client.speak(hello.protocol());
        InfoCommands.greet(client);
    }

    private record Hello(
            Protocol protocol,
            @Nullable String user,
            @Nullable Bytes password,
            @Nullable String name) {
        static Hello of(Arguments arguments, Protocol current) {
            Protocol protocol = current;
            if (arguments.size() > 1) {
                protocol = Protocol.numbered(arguments.number(1))
                        .orElseThrow(() -> new CommandRefusedException("NOPROTO unsupported protocol version"));
            }
            Hello hello = new Hello(protocol, null, null, null);
            int i = 2;
            while (i < arguments.size()) {
                if (arguments.word(i).equals("AUTH") && i + 2 < arguments.size()) {
                    hello = new Hello(protocol, arguments.text(i + 1), arguments.bytes(i + 2), hello.name);
                    i += 3;
                } else if (arguments.word(i).equals("SETNAME") && i + 1 < arguments.size()) {
                    hello = new Hello(
                            protocol,
                            hello.user,
                            hello.password,
                            ConnectionCommands.clientName(arguments.bytes(i + 1)));
                    i += 2;
                } else {
                    throw CommandRefusedException.syntax();
                }
            }
            return hello;
        }

        @Override
        public String toString() {
            return "HELLO " + protocol;
        }
    }
}
