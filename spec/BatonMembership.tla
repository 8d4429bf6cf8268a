-------------------------- MODULE BatonMembership ---------------------------
(***************************************************************************)
(* Who votes in a bully cluster, while that changes: one voter at a time,  *)
(* by a leader of the membership that is elected like any other. Beside    *)
(* it, an election whose leaders act for a lease on the promises of a      *)
(* majority of those who vote as far as they know, which may be out of     *)
(* date. Processes end and start again at any moment, and messages are     *)
(* late or lost.                                                           *)
(*                                                                         *)
(* What stands for what in the code (module electors/bully):               *)
(*   known, disk            MembershipState: what counts, what is durable  *)
(*   writing                ClusterMembershipRules.writing, of a leader    *)
(*   settling               ClusterMembershipRules.settledFrom             *)
(*   told                   memberships that a Members message may have    *)
(*   chair                  the membership's own election (BullyRules.     *)
(*                          MEMBERS, MembershipCandidacy) and Leading      *)
(*   Hears                  BullyReceiver.ballot, BullyElectorate.votes    *)
(*   Decide                 BullyElectorate.isDecidedBy                    *)
(*   Found, Step, Stored    ClusterMembershipRules.begin, next, stored     *)
(*   Confirm                BullyMessage.Stored                            *)
(*   Adopt                  ClusterMembershipRules.adopt                   *)
(*   asks, acts             Attempt and OwnLeadership of the other election *)
(*                                                                         *)
(* A node stands for its memory: one that lost its state folder is another *)
(* node here, as it is another voter there. Time is counted down, and a    *)
(* message is heard or not, as in BatonPromises. What that model shows is  *)
(* left out here: a promise is durable at once, clocks agree, and a leader *)
(* renews by asking again. The leadership of the membership has no lease   *)
(* here, so that two nodes may believe that they lead it. All that its     *)
(* lease is taken to do is to end before anything that follows from a      *)
(* later leadership arrives: a membership that was given under it, or a    *)
(* question to the leader's own voter, whose promise outlasts the lease.   *)
(*                                                                         *)
(* A node that is told of a membership stores it in one step: until it is  *)
(* durable the node goes by the one before, so a slow disk is a slow       *)
(* message. What a leader decides is written in two steps, since much may  *)
(* have happened between the decision and its effect.                      *)
(*                                                                         *)
(* The Boolean constants are the rules under test; see BatonLease.         *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Nodes,
    First,              \* the members at the beginning
    Leading,            \* who has been elected to lead the membership before, if anybody
    Chairs, Candidates, \* who stands for that, and in the other election
    Changes,            \* which of "add", "remove" a leader of the membership wants
    Events,             \* which of "restart", "renew", "epochs" happen
    Lease,
    MaxEpoch,           \* of the membership's leaderships; with the next two it keeps the state space finite
    MaxSteps,           \* the last step under one of them; the first membership is step 1 of epoch 0
    MaxGiven,           \* epochs of the other election, if they count
    OneAtATime,         \* a change adds or removes one voter
    DurableFirst,       \* it counts once it is durable
    BeginsWithFound,    \* a new leader first has what it found stored under its own epoch
    WaitsForMajority,   \* the next change waits until a majority has stored the last one
    MajorityOfPresent,  \* of the members before the next change, those who leave included
    WaitsForPromises,   \* and until what that majority promised before has run out
    SettlesWhenStored,  \* also what was promised while it was being written
    LaterLeaderWins,    \* who has promised a later leadership of the membership is not in that majority
    LeadershipLapses,   \* and a leader whose successor's membership arrives no longer leads
    RefusesOlder,       \* a voter promises nothing to one with an older membership
    FormerDoNotCount,   \* the promise of one who no longer votes does not count
    CarriesEpochs       \* a change carries the highest epoch that its majority knew of

VARIABLES
    known, disk,        \* the membership of each node: what it goes by, what is durable
    writing,            \* what a leader has decided and not stored yet
    told,               \* memberships that others may still hear of
    settling,           \* for how long what each node promised before its membership may last
    promised,           \* the highest epoch that each node has promised in the membership's election
    chair,              \* what each node does in that election
    promise,            \* of each voter in the other election: to whom, for how long yet
    asks, acts,         \* of each candidate there: who has promised; for how long yet it acts
    given,              \* of each voter there: the highest epoch promised
    granted, order      \* the highest epoch that led there; whether epochs have risen so far

membership == <<known, disk, writing, told, settling>>
election == <<promise, asks, acts, given, granted, order>>
vars == <<membership, promised, chair, election>>

Nobody == "nobody"
Max(a, b) == IF a > b THEN a ELSE b

NoMembership == [epoch |-> 0, step |-> 0, members |-> {}, floor |-> 0]
Formed == [epoch |-> 0, step |-> 1, members |-> First, floor |-> 0]
Newer(one, other) == one.epoch > other.epoch \/ (one.epoch = other.epoch /\ one.step > other.step)

Away == [is |-> "away", epoch |-> 0, with |-> {}, floor |-> 0]
NoPromise == [to |-> Nobody, left |-> 0]
NotAsking == [left |-> 0, with |-> {}, epoch |-> 0]

Init ==
    /\ known = [n \in Nodes |-> IF n \in First THEN Formed ELSE NoMembership]
    /\ disk = known
    /\ writing = [n \in Nodes |-> NoMembership]
    /\ told = {Formed}
    /\ settling = [n \in Nodes |-> 0]
    /\ promised = [n \in Nodes |-> 0]
    /\ chair = [n \in Nodes |-> IF n \in Leading THEN [Away EXCEPT !.is = "begun"] ELSE Away]
    /\ promise = [n \in Nodes |-> NoPromise]
    /\ asks = [n \in Nodes |-> NotAsking]
    /\ acts = [n \in Nodes |-> 0]
    /\ given = [n \in Nodes |-> 0]
    /\ granted = 0 /\ order = "rises"

\* A membership that all have, or a newer one, is of no use to anybody.
Useful(those, where) == {m \in those : \E n \in Nodes : Newer(m, where[n])}

Stands(n) == n \in known[n].members

\* Whether v would hear n. One with a newer membership knows better who votes.
Hears(v, n) ==
    /\ Stands(n)
    /\ known[v] # NoMembership
    /\ ~Newer(known[v], known[n]) \/ ~RefusesOlder
    /\ {n, v} \subseteq known[v].members \/ Newer(known[n], known[v])

IsMajority(who, members) == 2 * Cardinality(who) > Cardinality(members)

\* Counted by the membership of now, whatever it was when they were asked.
Decide(n, who) == IsMajority(IF FormerDoNotCount THEN who \cap known[n].members ELSE who, known[n].members)

-----------------------------------------------------------------------------
(* Time and processes *)

Less(t) == IF t = 0 THEN 0 ELSE t - 1

Tick ==
    /\ promise' = [n \in Nodes |-> IF promise[n].left <= 1 THEN NoPromise ELSE [promise[n] EXCEPT !.left = @ - 1]]
    /\ settling' = [n \in Nodes |-> Less(settling[n])]
    /\ asks' = [n \in Nodes |-> IF asks[n].left <= 1 \/ acts[n] = 1 THEN NotAsking ELSE [asks[n] EXCEPT !.left = @ - 1]]
    /\ acts' = [n \in Nodes |-> Less(acts[n])]
    /\ UNCHANGED <<known, disk, writing, told, promised, chair, given, granted, order>>

\* It remembers what is durable, and promises nothing for a lease.
Restart(n) ==
    /\ "restart" \in Events
    /\ known' = [known EXCEPT ![n] = disk[n]]
    /\ writing' = [writing EXCEPT ![n] = NoMembership]
    /\ chair' = [chair EXCEPT ![n] = Away]
    /\ promise' = [promise EXCEPT ![n] = [to |-> Nobody, left |-> Lease]]
    /\ settling' = [settling EXCEPT ![n] = Lease]
    /\ asks' = [asks EXCEPT ![n] = NotAsking]
    /\ acts' = [acts EXCEPT ![n] = 0]
    /\ UNCHANGED <<disk, told, promised, given, granted, order>>

-----------------------------------------------------------------------------
(* What each node stores *)

\* n goes by m from now on.
Take(n, m) ==
    /\ known' = [known EXCEPT ![n] = m]
    /\ disk' = IF DurableFirst THEN [disk EXCEPT ![n] = m] ELSE disk
    /\ told' = Useful(told \cup {m}, disk')

\* A node without a membership only takes one that it is in.
Adopt(v) ==
    /\ writing[v] = NoMembership
    /\ \E m \in told :
        /\ Newer(m, known[v])
        /\ known[v] = NoMembership => v \in m.members
        /\ Take(v, m)
        /\ chair' = IF chair[v].is \notin {"leads", "begun"} THEN chair
                    ELSE IF m.epoch > chair[v].epoch /\ LeadershipLapses THEN [chair EXCEPT ![v] = Away]
                    ELSE [chair EXCEPT ![v].with = {}, ![v].floor = 0]
    /\ settling' = [settling EXCEPT ![v] = promise[v].left]
    /\ UNCHANGED <<writing, promised, election>>

\* Only if what is not durable counts.
Sync(n) ==
    /\ disk[n] # known[n]
    /\ disk' = [disk EXCEPT ![n] = known[n]]
    /\ UNCHANGED <<known, writing, told, settling, promised, chair, election>>

-----------------------------------------------------------------------------
(* The leader of the membership *)

\* Another candidate may ask for the same epoch.
Candidate(n) ==
    /\ n \in Chairs
    /\ Stands(n)
    /\ chair[n].is = "away"
    /\ \E epoch \in Max(promised[n], known[n].epoch) + 1 .. MaxEpoch :
        chair' = [chair EXCEPT ![n] = [is |-> "asks", epoch |-> epoch, with |-> {}, floor |-> 0]]
    /\ UNCHANGED <<membership, promised, election>>

\* No epoch up to the one that a membership was given under is promised: its floor says so.
Elect(v, n) ==
    LET epoch == chair[n].epoch
    IN  /\ chair[n].is = "asks"
        /\ Hears(v, n)
        /\ epoch > Max(promised[v], known[v].epoch)
        /\ promised' = [promised EXCEPT ![v] = epoch]
        /\ chair' = [m \in Nodes |->
                IF m = n THEN [chair[n] EXCEPT !.with = @ \cup {v}]
                ELSE IF m = v /\ (v \in chair[v].with \/ chair[v].is \in {"leads", "begun"}) THEN Away
                ELSE chair[m]]
        /\ UNCHANGED <<membership, election>>

Elected(n) ==
    /\ chair[n].is = "asks"
    /\ n \in chair[n].with
    /\ Decide(n, chair[n].with)
    /\ chair' = [chair EXCEPT ![n].is = IF BeginsWithFound THEN "leads" ELSE "begun", ![n].with = {}]
    /\ UNCHANGED <<membership, promised, election>>

Write(n, m) ==
    IF DurableFirst
    THEN /\ writing' = [writing EXCEPT ![n] = m]
         /\ settling' = IF SettlesWhenStored THEN settling ELSE [settling EXCEPT ![n] = promise[n].left]
         /\ UNCHANGED <<known, disk, told, chair>>
    ELSE /\ Take(n, m)
         /\ settling' = [settling EXCEPT ![n] = promise[n].left]
         /\ chair' = [chair EXCEPT ![n].is = "begun", ![n].with = {}, ![n].floor = 0]
         /\ UNCHANGED writing

Found(n) ==
    /\ chair[n].is = "leads"
    /\ writing[n] = NoMembership
    /\ known[n].epoch <= chair[n].epoch
    /\ Write(n, [known[n] EXCEPT !.epoch = chair[n].epoch, !.step = 0, !.floor = Max(@, given[n])])
    /\ UNCHANGED <<promised, election>>

\* Who has stored the membership that this node leads says so, once it is settled.
Confirm(v, n) ==
    /\ chair[n].is = "begun"
    /\ writing[n] = NoMembership
    /\ known[v] = known[n]
    /\ v \in known[n].members
    /\ settling[v] = 0 \/ ~WaitsForPromises
    /\ promised[v] <= chair[n].epoch \/ ~LaterLeaderWins
    /\ v \notin chair[n].with \/ given[v] > chair[n].floor
    /\ chair' = [chair EXCEPT ![n].with = @ \cup {v}, ![n].floor = Max(@, given[v])]
    /\ UNCHANGED <<membership, promised, election>>

Changed(members, n) ==
    {more \in SUBSET Nodes :
        /\ n \in more
        /\ more # members
        /\ members \ more # {} => "remove" \in Changes
        /\ more \ members # {} => "add" \in Changes
        /\ OneAtATime => Cardinality((members \ more) \cup (more \ members)) = 1}

Step(n) ==
    /\ chair[n].is = "begun"
    /\ writing[n] = NoMembership
    /\ known[n].epoch < chair[n].epoch \/ known[n].step < MaxSteps
    /\ \E next \in Changed(known[n].members, n) :
        LET before == known[n].members
            decisive == IF MajorityOfPresent THEN before ELSE next
        IN  /\ IsMajority(chair[n].with \cap decisive, decisive) \/ ~WaitsForMajority
            /\ Write(n, [epoch |-> chair[n].epoch,
                         step |-> IF known[n].epoch < chair[n].epoch THEN 1 ELSE known[n].step + 1,
                         members |-> next,
                         floor |-> IF CarriesEpochs THEN Max(known[n].floor, chair[n].floor) ELSE known[n].floor])
    /\ UNCHANGED <<promised, election>>

\* What it has decided is durable, even if it no longer leads.
Stored(n) ==
    /\ writing[n] # NoMembership
    /\ Take(n, writing[n])
    /\ writing' = [writing EXCEPT ![n] = NoMembership]
    /\ settling' = IF SettlesWhenStored THEN [settling EXCEPT ![n] = promise[n].left] ELSE settling
    /\ chair' = IF chair[n].is \in {"leads", "begun"} /\ writing[n].epoch = chair[n].epoch
                THEN [chair EXCEPT ![n].is = "begun", ![n].with = {}, ![n].floor = 0]
                ELSE chair
    /\ UNCHANGED <<promised, election>>

-----------------------------------------------------------------------------
(* The other election *)

\* Also as a leader that renews.
Ask(n) ==
    /\ n \in Candidates
    /\ Stands(n)
    /\ asks[n].left < Lease
    /\ acts[n] = 0 \/ "renew" \in Events
    /\ asks' = [asks EXCEPT ![n] =
        [left |-> Lease, with |-> {},
         epoch |-> IF "epochs" \notin Events THEN 0
                   ELSE IF acts[n] > 0 THEN granted ELSE Max(given[n], known[n].floor) + 1]]
    /\ asks'[n].epoch <= MaxGiven
    /\ UNCHANGED <<membership, promised, chair, promise, acts, given, granted, order>>

Promise(v, n) ==
    /\ asks[n].left > 0
    /\ v \notin asks[n].with
    /\ Hears(v, n)
    /\ promise[v].left = 0 \/ promise[v].to = n
    /\ \/ "epochs" \notin Events
       \/ asks[n].epoch > Max(given[v], known[v].floor)
       \/ acts[n] > 0
    /\ promise' = [promise EXCEPT ![v] = [to |-> n, left |-> Lease]]
    /\ asks' = [asks EXCEPT ![n].with = @ \cup {v}]
    /\ given' = [given EXCEPT ![v] = Max(@, asks[n].epoch)]
    /\ UNCHANGED <<membership, promised, chair, acts, granted, order>>

Win(n) ==
    /\ asks[n].left > 0
    /\ Stands(n)
    /\ Decide(n, asks[n].with)
    /\ acts' = [acts EXCEPT ![n] = asks[n].left]
    /\ asks' = [asks EXCEPT ![n] = NotAsking]
    /\ IF "epochs" \in Events /\ acts[n] = 0
       THEN /\ order' = IF asks[n].epoch > granted THEN order ELSE "broken"
            /\ granted' = Max(granted, asks[n].epoch)
       ELSE UNCHANGED <<granted, order>>
    /\ UNCHANGED <<membership, promised, chair, promise, given>>

-----------------------------------------------------------------------------

Next ==
    \/ Tick
    \/ \E n \in Nodes :
        \/ Restart(n) \/ Adopt(n) \/ Sync(n)
        \/ Candidate(n) \/ Elected(n) \/ Found(n) \/ Step(n) \/ Stored(n)
        \/ Ask(n) \/ Win(n)
    \/ \E v, n \in Nodes : Elect(v, n) \/ Confirm(v, n) \/ Promise(v, n)

\* Nodes differ in nothing but their name, and in what the constants say of them.
Symmetry ==
    {p \in Permutations(Nodes) :
        \A those \in {First, Leading, Chairs, Candidates} : \A n \in those : p[n] \in those}

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* What is promised *)

AtMostOneActs == \A n, m \in Nodes : acts[n] > 0 /\ acts[m] > 0 => n = m

\* Two nodes that could be elected now, each by the membership that it knows, need a voter in common.
MajoritiesMeet ==
    LET heardBy(n) == {v \in known[n].members : Hears(v, n)}
        needed(n) == Cardinality(known[n].members) \div 2 + 1
        couldBe(n) == Stands(n) /\ Cardinality(heardBy(n)) >= needed(n)
    IN  \A n, m \in Nodes :
            n # m /\ couldBe(n) /\ couldBe(m) =>
                needed(n) + needed(m) > Cardinality(heardBy(n) \cup heardBy(m))

VersionsAreUnique ==
    \A one, other \in told \cup {known[n] : n \in Nodes} :
        one.epoch = other.epoch /\ one.step = other.step => one.members = other.members

EpochsRise == order = "rises"

\* Not promised: checked only to see that it happens, else the rest would prove nothing.
OnlyTheFirstAct == \A n \in Nodes \ First : acts[n] = 0
=============================================================================
