// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Alarm;
import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VoterState;
import dev.baton.spi.ElectorEvent;

/** What {@link BullyRules} wants done, in this order. */
sealed interface BullyEffect {
    /** Makes a change of what this voter remembers durable. Answered by {@link BullyRules#persisted}. */
    record Persist(long number, VoterState change) implements BullyEffect {}

    /** To another member. If it has just asked something, this is part of the answer. */
    record Send(NodeId to, BullyMessage message) implements BullyEffect {}

    /** Tells the contest of an election what happened. */
    record Tell(ElectionName election, ElectorEvent event) implements BullyEffect {}

    /** Asks a member whether it lives. */
    record Beat(BullyMember member) implements BullyEffect {}

    /** This process leads, and says that it can be watched at an address. */
    record Watch(Node process, String address) implements BullyEffect {}

    /** Asks a node for membership. */
    record Join(Address at, JoinRequest request) implements BullyEffect {}

    /** Tells all contests of something that an operator should know of. */
    record Raise(Alarm alarm) implements BullyEffect {}

    /** Something that an operator should read. */
    record Note(boolean alarming, String text) implements BullyEffect {}
}
