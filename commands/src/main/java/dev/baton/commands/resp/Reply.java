// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import java.util.List;

/** What a client is answered, before it is known which protocol it speaks. */
public sealed interface Reply {
    Reply OK = new Status("OK");
    Reply NIL = new Nil();

    void writeTo(ReplyWriter out);

    static Reply number(long value) {
        return new Whole(value);
    }

    static Reply bulk(Bytes bytes) {
        return new Bulk(bytes);
    }

    static Reply text(String text) {
        return new Bulk(Bytes.of(text));
    }

    static Reply flag(boolean value) {
        return new Flag(value);
    }

    /** @param text begins with a code in capitals, which is what programs go by */
    static Reply failure(String text) {
        return new Failure(text);
    }

    static Reply list(Reply... items) {
        return new Listing(List.of(items));
    }

    /** @param namesAndValues a name, its value, and so on */
    static Reply map(Reply... namesAndValues) {
        return new Pairs(List.of(namesAndValues));
    }

    static Reply push(Reply... items) {
        return new Push(List.of(items));
    }

    record Status(String text) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.status(text);
        }
    }

    record Failure(String text) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.failure(text);
        }
    }

    record Whole(long value) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.number(value);
        }
    }

    record Bulk(Bytes bytes) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.bulk(bytes);
        }
    }

    record Nil() implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.nil();
        }
    }

    record Flag(boolean value) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.flag(value);
        }
    }

    record Listing(List<Reply> items) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.list(items.size());
            items.forEach(item -> item.writeTo(out));
        }
    }

    record Pairs(List<Reply> namesAndValues) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.map(namesAndValues.size() / 2);
            namesAndValues.forEach(item -> item.writeTo(out));
        }
    }

    /** Something the client did not ask for just now. */
    record Push(List<Reply> items) implements Reply {
        @Override
        public void writeTo(ReplyWriter out) {
            out.push(items.size());
            items.forEach(item -> item.writeTo(out));
        }
    }
}
