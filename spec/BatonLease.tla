----------------------------- MODULE BatonLease -----------------------------
(***************************************************************************)
(* The lease, as small as it can be and still go wrong: a row in a store   *)
(* that has a clock, nodes that hold the lease until a deadline of their   *)
(* own, pauses, deaths and restarts at any moment, messages that are late  *)
(* or lost, the peer channel's proof that a process is gone, and a fence   *)
(* in front of the resource.                                               *)
(*                                                                         *)
(* What stands for what in the code:                                       *)
(*   row, fence             LeaseRow and its token; the fence row          *)
(*   durable                what the store still knows after a crash       *)
(*   Send, Handle, Receive  LeaseRules.send, LeaseStore, LeaseRules.learn  *)
(*   deadline               Term.certainUntil                              *)
(*   Prove, proven          PeerRules GONE, LeaseRequest.Acquire.gone      *)
(*   Close, "closed"        PeerChannel.close: alive, but its lock is free *)
(*   StartWrite, Land       a guarded write, and Fence                     *)
(*                                                                         *)
(* Time is the store's. A node's clock may fall behind it by at most Drift *)
(* within a lease, so a node may believe for Drift longer than it should.  *)
(*                                                                         *)
(* The Boolean constants and Margin are the rules under test: the build    *)
(* checks that all invariants hold with them, and that taking away any one *)
(* of them breaks the invariant that it is there for, within the same      *)
(* bounds. Not everything happens in one run, since the space of states    *)
(* would be too large for a build: each run has its own Events and bounds. *)
(*                                                                         *)
(* To keep it small: values that nothing can depend on any more (what a    *)
(* dead node held, a lapsed deadline, when an answer nobody waits for was  *)
(* asked for) are reset, so that states which differ in nothing else are   *)
(* one state.                                                              *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Nodes, Nobody,
    Lease,              \* how long the store keeps a lease
    Margin,             \* how much earlier its holder stops
    Drift,              \* how far a node's clock may fall behind in that time
    MaxTime, MaxEpoch, MaxIncarnation, MaxInFlight,  \* keep the state space finite
    Events,             \* which of "die", "pause", "close", "release", "write", "lose over", "lose live", "judge" happen
    Fence,              \* the resource refuses epochs below one it has seen
    DeadlineFromSend,   \* deadlines count from before the request left
    AcquireWaits,       \* a lease is taken when it is over, or with a proof
    RenewChecksToken,   \* only the holder's own lease is renewed
    ReleaseChecksToken, \* only the holder's own lease is given back
    StopBeforeRelease,  \* a leader stops before it gives its lease back
    DurableFirst,       \* what the store answers, it does not forget in a crash
    EpochAboveFence,    \* the next epoch is above the fence row, whatever the lease row says
    ListenerOutlives,   \* a process keeps its lock as long as it may act
    JudgeStartsAfresh,  \* another member that times the leases begins with whole ones
    ProofOfThisLease,   \* a proof counts for the lease that it was made about, and no other
    ProofIsWithdrawn,   \* and not for the next one of a process that answers again
    RefusalIsProof,     \* a process that a packet filter refuses for is taken for gone
    SilenceIsProof      \* a process that does not answer is taken for gone

VARIABLES
    now,                \* the store's clock
    row, fence,         \* holder, its incarnation, epoch, expiry; the highest epoch granted
    durable,            \* both, as they are after a crash
    status,             \* of each process: up, paused, dead, closed
    incarnation,        \* of each node
    deadline, held,     \* what each node believes: until when, which epoch
    proven,             \* the lease whose holder each node has proven gone
    requests, replies,  \* in flight
    granted,            \* the highest epoch ever granted
    writes,             \* epochs of writes in flight
    highest,            \* epoch the resource has seen
    regressed, reused   \* whether it has ever happened

process == <<status, incarnation>>
belief == <<deadline, held, proven>>
flight == <<requests, replies>>
store == <<row, fence, durable, granted, reused>>
resource == <<writes, highest, regressed>>
vars == <<now, process, belief, flight, store, resource>>

None == 0
NoRow == [holder |-> Nobody, inc |-> 0, epoch |-> 0, expiry |-> 0]
NoProof == [holder |-> Nobody, inc |-> 0, epoch |-> 0]
Max(a, b) == IF a > b THEN a ELSE b

Init ==
    /\ now = 0
    /\ row = NoRow /\ fence = 0 /\ durable = [row |-> NoRow, fence |-> 0]
    /\ status = [n \in Nodes |-> "up"]
    /\ incarnation = [n \in Nodes |-> 1]
    /\ deadline = [n \in Nodes |-> 0]
    /\ held = [n \in Nodes |-> None]
    /\ proven = [n \in Nodes |-> NoProof]
    /\ requests = {} /\ replies = {}
    /\ granted = 0 /\ reused = FALSE
    /\ writes = {} /\ highest = 0 /\ regressed = FALSE

\* At worst, with a clock that runs slow. A paused node counts: it goes on where it stopped.
Believes(n) == held[n] # None

-----------------------------------------------------------------------------
(* Time *)

Tick ==
    LET over(n) == now + 1 >= deadline[n] + Drift
    IN  /\ now < MaxTime
        /\ now' = now + 1
        /\ held' = [n \in Nodes |-> IF over(n) THEN None ELSE held[n]]
        /\ deadline' = [n \in Nodes |-> IF over(n) THEN 0 ELSE deadline[n]]
        /\ UNCHANGED <<proven, process, flight, store, resource>>

-----------------------------------------------------------------------------
(* Messages: a node waits for one answer at a time. *)

Waits(n) ==
    \/ \E r \in requests : r.node = n /\ r.wanted
    \/ \E a \in replies : a.node = n

\* What n has sent may still arrive, but no answer to it is used any more.
StopWaiting(n) ==
    /\ requests' = {IF r.node = n THEN [r EXCEPT !.wanted = FALSE, !.sent = 0] ELSE r : r \in requests}
    /\ replies' = {a \in replies : a.node # n}

GiveUp(n) ==
    /\ status[n] = "up"
    /\ Waits(n)
    /\ StopWaiting(n)
    /\ UNCHANGED <<now, process, belief, store, resource>>

Lose(r) ==
    /\ requests' = requests \ {r}
    /\ UNCHANGED <<now, replies, process, belief, store, resource>>

-----------------------------------------------------------------------------
(* Processes *)

Become(n, from, to) ==
    /\ status[n] \in from
    /\ status' = [status EXCEPT ![n] = to]

Pause(n) == "pause" \in Events /\ Become(n, {"up"}, "paused") /\ UNCHANGED <<now, incarnation, belief, flight, store, resource>>
Resume(n) == Become(n, {"paused"}, "up") /\ UNCHANGED <<now, incarnation, belief, flight, store, resource>>

Close(n) ==
    /\ "close" \in Events
    /\ ListenerOutlives => ~Believes(n)
    /\ Become(n, {"up"}, "closed")
    /\ StopWaiting(n)
    /\ UNCHANGED <<now, incarnation, belief, store, resource>>

\* The same process stands again, in another contest.
Reopen(n) == Become(n, {"closed"}, "up") /\ UNCHANGED <<now, incarnation, belief, flight, store, resource>>

Die(n) ==
    /\ "die" \in Events
    /\ Become(n, {"up", "paused", "closed"}, "dead")
    /\ held' = [held EXCEPT ![n] = None]
    /\ deadline' = [deadline EXCEPT ![n] = 0]
    /\ proven' = [proven EXCEPT ![n] = NoProof]
    /\ StopWaiting(n)
    /\ UNCHANGED <<now, incarnation, store, resource>>

Restart(n) ==
    /\ incarnation[n] < MaxIncarnation
    /\ Become(n, {"dead"}, "up")
    /\ incarnation' = [incarnation EXCEPT ![n] = @ + 1]
    /\ UNCHANGED <<now, belief, flight, store, resource>>

-----------------------------------------------------------------------------
(* The lease *)

Send(n, kind) ==
    /\ status[n] = "up"
    /\ ~Waits(n)
    /\ Cardinality(requests) < MaxInFlight
    /\ requests' = requests \cup
        {[node |-> n, inc |-> incarnation[n], kind |-> kind, sent |-> now,
          token |-> held[n], gone |-> proven[n], wanted |-> TRUE]}
    /\ UNCHANGED <<now, replies, process, belief, store, resource>>

SendAcquire(n) == ~Believes(n) /\ Send(n, "acquire")
SendRenew(n) == Believes(n) /\ Send(n, "renew")

Answer(r, epoch) ==
    /\ requests' = requests \ {r}
    /\ replies' = IF r.wanted
                  THEN replies \cup {[node |-> r.node, sent |-> r.sent, epoch |-> epoch]}
                  ELSE replies

\* What the store knows is written down before it answers, or some time later.
Store(newRow, newFence) ==
    /\ row' = newRow
    /\ fence' = newFence
    /\ durable' = IF DurableFirst THEN [row |-> newRow, fence |-> newFence] ELSE durable

Sync ==
    /\ durable # [row |-> row, fence |-> fence]
    /\ durable' = [row |-> row, fence |-> fence]
    /\ UNCHANGED <<now, row, fence, granted, reused, process, belief, flight, resource>>

CrashOfTheStore ==
    /\ durable # [row |-> row, fence |-> fence]
    /\ row' = durable.row
    /\ fence' = durable.fence
    /\ UNCHANGED <<now, durable, granted, reused, process, belief, flight, resource>>

LoseRow ==
    /\ row # NoRow
    /\ "lose live" \in Events \/ ("lose over" \in Events /\ now >= row.expiry)
    /\ Store(NoRow, fence)
    /\ UNCHANGED <<now, granted, reused, process, belief, flight, resource>>

\* A group of members keeps the row, and another of them has come to time the lease: it only knows that there is one.
NewJudge ==
    /\ "judge" \in Events
    /\ row # NoRow
    /\ Store([row EXCEPT !.expiry = IF JudgeStartsAfresh THEN now + Lease ELSE now], fence)
    /\ UNCHANGED <<now, granted, reused, process, belief, flight, resource>>

ProofCounts(gone) ==
    /\ gone # NoProof
    /\ \/ gone.epoch = row.epoch
       \/ ~ProofOfThisLease
       \/ ~ProofIsWithdrawn /\ gone.holder = row.holder /\ gone.inc = row.inc

\* Atomic steps of the store, on its own clock. A request that is refused is as good as lost.
HandleAcquire(r) ==
    LET next == (IF EpochAboveFence THEN Max(row.epoch, fence) ELSE row.epoch) + 1
    IN  /\ r.kind = "acquire"
        /\ now >= row.expiry \/ ProofCounts(r.gone) \/ ~AcquireWaits
        /\ next <= MaxEpoch
        /\ Store([holder |-> r.node, inc |-> r.inc, epoch |-> next, expiry |-> now + Lease], next)
        /\ reused' = (reused \/ next <= granted)
        /\ granted' = next
        /\ Answer(r, next)
        /\ UNCHANGED <<now, process, belief, resource>>

\* Also after the expiry, if nobody took the lease: the token is what matters.
HandleRenew(r) ==
    /\ r.kind = "renew"
    /\ row # NoRow
    /\ RenewChecksToken => r.token = row.epoch
    /\ Store([row EXCEPT !.expiry = now + Lease], fence)
    /\ Answer(r, row.epoch)
    /\ UNCHANGED <<now, granted, reused, process, belief, resource>>

HandleRelease(r) ==
    /\ r.kind = "release"
    /\ row # NoRow
    /\ ReleaseChecksToken => r.token = row.epoch
    /\ Store([row EXCEPT !.expiry = now], fence)
    /\ requests' = requests \ {r}
    /\ UNCHANGED <<now, replies, granted, reused, process, belief, resource>>

Receive(a) ==
    LET until == (IF DeadlineFromSend THEN a.sent ELSE now) + Lease - Margin
    IN  /\ status[a.node] = "up"
        /\ replies' = replies \ {a}
        /\ IF now < until + Drift
           THEN /\ deadline' = [deadline EXCEPT ![a.node] = until]
                /\ held' = [held EXCEPT ![a.node] = a.epoch]
           ELSE UNCHANGED <<deadline, held>>
        /\ UNCHANGED <<now, proven, requests, process, store, resource>>

\* Belief ends, then the lease is given back: by a message, which may be late.
Release(n) ==
    /\ "release" \in Events
    /\ status[n] = "up"
    /\ Believes(n)
    /\ Cardinality({r \in requests : r.node # n \/ ~r.wanted}) < MaxInFlight
    /\ IF StopBeforeRelease
       THEN /\ held' = [held EXCEPT ![n] = None]
            /\ deadline' = [deadline EXCEPT ![n] = 0]
       ELSE UNCHANGED <<held, deadline>>
    /\ requests' = {IF r.node = n THEN [r EXCEPT !.wanted = FALSE, !.sent = 0] ELSE r : r \in requests} \cup
        {[node |-> n, inc |-> incarnation[n], kind |-> "release", sent |-> 0,
          token |-> held[n], gone |-> NoProof, wanted |-> FALSE]}
    /\ replies' = {a \in replies : a.node # n}
    /\ UNCHANGED <<now, proven, process, store, resource>>

-----------------------------------------------------------------------------
(* The peer channel: what a standby may take as proof that the holder is   *)
(* gone. It is used later, when the row may be another's: the epoch tells. *)

Prove(n) ==
    LET who == row.holder
        proof == [holder |-> who, inc |-> row.inc, epoch |-> row.epoch]
    IN  /\ status[n] = "up"
        /\ who \in Nodes \ {n}
        /\ proven[n] # proof
        /\ \/ status[who] \in {"dead", "closed"}         \* its lock is free
           \/ incarnation[who] # row.inc                 \* answered by a later start
           \/ RefusalIsProof                             \* refused, whoever did it
           \/ SilenceIsProof /\ status[who] = "paused"   \* not answered
        /\ proven' = [proven EXCEPT ![n] = proof]
        /\ UNCHANGED <<now, deadline, held, process, flight, store, resource>>

-----------------------------------------------------------------------------
(* The resource. A write that has left is not recalled by a pause, a lost  *)
(* lease or a death.                                                       *)

StartWrite(n) ==
    /\ "write" \in Events
    /\ status[n] = "up"
    /\ Believes(n)
    /\ writes' = writes \cup {held[n]}
    /\ UNCHANGED <<now, highest, regressed, process, belief, flight, store>>

Land(e) ==
    /\ writes' = writes \ {e}
    /\ IF Fence /\ e < highest
       THEN UNCHANGED <<highest, regressed>>
       ELSE /\ regressed' = (regressed \/ e < highest)
            /\ highest' = e
    /\ UNCHANGED <<now, process, belief, flight, store>>

-----------------------------------------------------------------------------

Next ==
    \/ Tick \/ Sync \/ CrashOfTheStore \/ LoseRow \/ NewJudge
    \/ \E n \in Nodes :
        \/ Pause(n) \/ Resume(n) \/ Die(n) \/ Close(n) \/ Reopen(n) \/ Restart(n)
        \/ SendAcquire(n) \/ SendRenew(n) \/ GiveUp(n) \/ Release(n)
        \/ Prove(n) \/ StartWrite(n)
    \/ \E r \in requests : HandleAcquire(r) \/ HandleRenew(r) \/ HandleRelease(r) \/ Lose(r)
    \/ \E a \in replies : Receive(a)
    \/ \E e \in writes : Land(e)

\* Nodes differ in nothing but their name.
Symmetry == Permutations(Nodes)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* What is promised *)

AtMostOneBelieves == \A n, m \in Nodes : Believes(n) /\ Believes(m) => n = m
FencedWritesNeverRegress == ~regressed
EpochsAreUnique == ~reused

\* Not promised: checked only to see that it happens, else the rest would prove nothing.
NeverTakenByProof == [][row'.epoch > row.epoch => now >= row.expiry]_vars
=============================================================================
