--------------------------- MODULE BatonPromises ----------------------------
(***************************************************************************)
(* Leadership by a majority of promises, as the registry and bully         *)
(* electors have it: voters that promise an election for a lease on their  *)
(* own clock, candidates that ask them, leaders that renew, processes that *)
(* end and start again at any moment, and messages that are late or lost.  *)
(* One election; the number of voters does not change.                     *)
(*                                                                         *)
(* What stands for what in the code (module electors/quorum):              *)
(*   promise                Voter.Promised; to whom, and for how long yet  *)
(*   highest, durable       EpochMemory: what is promised, what is written *)
(*   promise.parked         VoterAnswers: told once the batch is durable   *)
(*   abstains               Voter.abstainsUntil                            *)
(*   try, "asks"            Attempt: epoch, who has promised               *)
(*   try, "leads"           OwnLeadership, and Validity.certainUntil       *)
(*   renewal                OwnLeadership.Renewal                          *)
(*   Promise, Renew, Drop   Voter.ask, Voter.renew, Voter.drop and gone    *)
(*   Write                  LedgerWriter, Voting.persisted                 *)
(*   Begin, GiveUp          Campaign.begin, Campaign.giveUp                *)
(*   Win, Extend, Release   ElectionRules.win, renewed, release            *)
(*   Restart                a process that ends, and the one after it      *)
(*                                                                         *)
(* Time is counted down: what is kept of a promise is how long it still    *)
(* lasts, so there is no end of time in the model. A step of Tick is a     *)
(* step of every clock; that they run at different speeds, the voter's     *)
(* fast and the leader's slow, is Drift: a leader may believe for so much  *)
(* longer than it should.                                                  *)
(*                                                                         *)
(* A message is not kept: a voter hears a question at any moment at which  *)
(* it is still being asked, and an answer is counted at any moment after   *)
(* it was given. One that is lost is one that is never heard. A question   *)
(* that arrives after its attempt has ended could only keep a voter from   *)
(* others for a while; it is left out, as is all that only makes elections *)
(* rarer: who asks, who is asked first, whose own vote is needed, and the  *)
(* pre-vote, which promises nothing.                                       *)
(*                                                                         *)
(* The Boolean constants, Margin and Counted are the rules under test; see *)
(* BatonLease.                                                             *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Nodes, Candidates,    \* each votes; some stand as well
    Leases,               \* the lengths of lease that nodes are configured with
    Margin,               \* how much earlier a leader stops
    Drift,                \* how far its clock may fall behind a voter's in a lease
    MaxEpoch,             \* keeps the state space finite
    Events,               \* which of "restart", "slow disk", "renew", "release", "gone" happen
    Counted,              \* how many voters a candidate takes the majority of
    PersistFirst,         \* a promise is told once its epoch is durable
    Abstains,             \* a voter that was started again promises nothing for a lease
    AbstainsForLongest,   \* and that is the longest lease it ever promised, not its own
    LongestIsDurable,     \* which is durable before it is promised
    OnePromise,           \* none is given while another runs
    RenewalsWait,         \* not even to a leader that renews
    EpochsAbove,          \* an epoch is promised above all earlier ones only
    DeadlineFromQuestion, \* a lease counts from before the question left
    AttemptsEnd,          \* answers to an attempt that was taken back do not count
    StopBeforeRelease,    \* a leader stops before it gives its promises back
    SilenceIsProof,       \* a process that does not answer is taken for gone
    WillingCounts         \* the answer to a pre-vote counts as a promise

VARIABLES
    promise,              \* of each voter: to whom, how long yet, what it has not told yet since it is not durable
    highest, durable,     \* of each voter: the highest epoch promised; the same as it is after a crash
    longest,              \* of each voter: the longest lease promised, as it is after a crash
    abstains,             \* for how long each voter still promises nothing
    try,                  \* what each candidate does
    granted, order        \* the highest epoch that led; whether epochs have risen so far

voters == <<promise, highest, durable, longest, abstains>>
vars == <<voters, try, granted, order>>

Nobody == "nobody"
Lapsed == "lapsed"        \* an attempt or leadership that is over, and that nobody was told of
Over == "over"            \* one that the voter may hear is over, by a message or by proof

Max(a, b) == IF a > b THEN a ELSE b
Longest == CHOOSE l \in Leases : \A k \in Leases : l >= k
Shortest == CHOOSE l \in Leases : \A k \in Leases : l <= k

NoPromise == [to |-> Nobody, left |-> 0, parked |-> "nothing"]
Idle == [is |-> "idle", epoch |-> 0, lease |-> 0, left |-> 0, votes |-> {}, renewal |-> 0]

\* For how long a leader believes in what it has asked for just now, at worst.
Believed(lease) == lease + Drift - Margin

Init ==
    /\ promise = [n \in Nodes |-> NoPromise]
    /\ highest = [n \in Nodes |-> 0]
    /\ durable = [n \in Nodes |-> 0]
    /\ longest = [n \in Nodes |-> 0]
    /\ abstains = [n \in Nodes |-> 0]
    /\ try = [n \in Nodes |-> Idle]
    /\ granted = 0 /\ order = "rises"

Leads(n) == try[n].is = "leads"
IsMajority(who) == 2 * Cardinality(who) > Counted

\* What was promised to n is a promise to something that is over.
Ended(n, how) == [v \in Nodes |->
    IF promise[v].to = n THEN [promise[v] EXCEPT !.to = how, !.parked = "nothing"] ELSE promise[v]]

-----------------------------------------------------------------------------
(* Time *)

Less(t) == IF t = 0 THEN 0 ELSE t - 1

Tick ==
    LET lapses(n) == Leads(n) /\ try[n].left = 1
        \* A candidate that would have nothing left to believe in takes its attempt back.
        tooLate(n) == try[n].is = "asks" /\ try[n].left = 1 /\ DeadlineFromQuestion
        later(n) ==
            IF lapses(n) \/ tooLate(n) THEN Idle
            ELSE IF try[n].is = "asks" /\ ~DeadlineFromQuestion THEN try[n]
            ELSE LET renewal == IF DeadlineFromQuestion THEN Less(try[n].renewal) ELSE try[n].renewal
                 IN  [try[n] EXCEPT !.left = Less(@), !.renewal = renewal,
                                    !.votes = IF Leads(n) /\ renewal = 0 THEN {} ELSE @]
        whose(v) ==
            LET to == promise[v].to
            IN  IF to \notin Nodes THEN to
                ELSE IF tooLate(to) THEN Over
                ELSE IF lapses(to) THEN Lapsed
                ELSE to
    IN  /\ try' = [n \in Nodes |-> later(n)]
        /\ promise' = [v \in Nodes |->
                IF promise[v].left <= 1 THEN NoPromise
                ELSE [promise[v] EXCEPT !.to = whose(v), !.left = @ - 1,
                                        !.parked = IF whose(v) \in Nodes THEN @ ELSE "nothing"]]
        /\ abstains' = [v \in Nodes |-> Less(abstains[v])]
        /\ UNCHANGED <<highest, durable, longest, granted, order>>

-----------------------------------------------------------------------------
(* Candidates and leaders *)

\* Another candidate may ask for the same epoch.
Begin(n) ==
    /\ n \in Candidates
    /\ try[n].is = "idle"
    /\ \E epoch \in highest[n] + 1 .. MaxEpoch, lease \in Leases :
        try' = [try EXCEPT ![n] =
            [is |-> "asks", epoch |-> epoch, lease |-> lease, left |-> Believed(lease), votes |-> {}, renewal |-> 0]]
    /\ UNCHANGED <<voters, granted, order>>

GiveUp(n) ==
    /\ try[n].is = "asks"
    /\ try' = IF AttemptsEnd THEN [try EXCEPT ![n] = Idle] ELSE try
    /\ promise' = Ended(n, Over)
    /\ UNCHANGED <<highest, durable, longest, abstains, granted, order>>

Promised(n) ==
    try[n].votes \cup
        IF WillingCounts THEN {v \in Nodes : abstains[v] = 0 /\ promise[v].to = Nobody} ELSE {}

Win(n) ==
    /\ try[n].is = "asks"
    /\ IsMajority(Promised(n))
    /\ try' = [try EXCEPT ![n].is = "leads", ![n].votes = {},
                          ![n].left = IF DeadlineFromQuestion THEN @ ELSE Believed(try[n].lease)]
    /\ order' = IF try[n].epoch > granted THEN order ELSE IF try[n].epoch = granted THEN "twice" ELSE "fell"
    /\ granted' = Max(granted, try[n].epoch)
    /\ UNCHANGED voters

\* One renewal at a time is followed: an older one could only extend it by less. An answer has the number of its renewal,
\* so that one to an older renewal, which waits for the disk, does not count for this one.
SendRenewal(n) ==
    /\ "renew" \in Events
    /\ Leads(n)
    /\ try[n].renewal < Believed(try[n].lease)
    /\ try' = [try EXCEPT ![n].renewal = Believed(try[n].lease), ![n].votes = {}]
    /\ promise' = [v \in Nodes |->
            IF promise[v].to = n /\ promise[v].parked = "renewal" THEN [promise[v] EXCEPT !.parked = "nothing"]
            ELSE promise[v]]
    /\ UNCHANGED <<highest, durable, longest, abstains, granted, order>>

Extend(n) ==
    /\ Leads(n)
    /\ IsMajority(try[n].votes)
    /\ try' = [try EXCEPT ![n].left = IF DeadlineFromQuestion THEN try[n].renewal ELSE Believed(try[n].lease),
                          ![n].renewal = 0, ![n].votes = {}]
    /\ UNCHANGED <<voters, granted, order>>

\* What runs under it has stopped, and then the voters are told.
Release(n) ==
    /\ "release" \in Events
    /\ Leads(n)
    /\ try' = IF StopBeforeRelease THEN [try EXCEPT ![n] = Idle] ELSE try
    /\ promise' = Ended(n, Over)
    /\ UNCHANGED <<highest, durable, longest, abstains, granted, order>>

-----------------------------------------------------------------------------
(* Voters *)

Free(v) == promise[v].to = Nobody

Told(n, v) == [try EXCEPT ![n].votes = @ \cup {v}]

\* A promise is told at once, with what has to be durable before, or it waits until that is.
TellOrPark(v, n, parkedAs, lasts) ==
    LET written == "slow disk" \notin Events
        waits == ~written /\ ~lasts /\ PersistFirst
    IN  /\ promise' = [promise EXCEPT ![v] =
                [to |-> n, left |-> try[n].lease, parked |-> IF waits THEN parkedAs ELSE "nothing"]]
        /\ highest' = [highest EXCEPT ![v] = Max(@, try[n].epoch)]
        /\ try' = IF waits THEN try ELSE Told(n, v)
        /\ durable' = IF written /\ ~lasts /\ PersistFirst THEN highest' ELSE durable
        /\ longest' = IF written /\ ~lasts THEN [longest EXCEPT ![v] = Max(@, try[n].lease)] ELSE longest
        /\ UNCHANGED <<abstains, granted, order>>

Promise(v, n) ==
    /\ try[n].is = "asks"
    /\ promise[v].to # n
    /\ abstains[v] = 0
    /\ Free(v) \/ ~OnePromise
    /\ try[n].epoch > highest[v] \/ ~EpochsAbove
    /\ TellOrPark(v, n, "vote", FALSE)

\* Also to a leader that won without this voter. What is durable already need not be written again.
Renew(v, n) ==
    LET lasts == try[n].epoch <= durable[v] /\ (try[n].lease <= longest[v] \/ ~LongestIsDurable)
    IN  /\ Leads(n)
        /\ try[n].renewal > 0
        /\ v \notin try[n].votes
        /\ abstains[v] = 0
        /\ Free(v) \/ promise[v].to = n \/ ~RenewalsWait
        /\ TellOrPark(v, n, "renewal", lasts)

\* The state file has what was promised, and so the voter may say it.
Write(v) ==
    LET n == promise[v].to
        expected == IF n \in Nodes THEN [asks |-> "vote", leads |-> "renewal", idle |-> "none"][try[n].is] ELSE "none"
    IN  /\ durable[v] < highest[v] \/ promise[v].parked # "nothing"
        /\ durable' = [durable EXCEPT ![v] = highest[v]]
        /\ longest' = IF n \in Nodes THEN [longest EXCEPT ![v] = Max(@, try[n].lease)] ELSE longest
        /\ try' = IF expected = promise[v].parked THEN Told(n, v) ELSE try
        /\ promise' = [promise EXCEPT ![v].parked = "nothing"]
        /\ UNCHANGED <<highest, abstains, granted, order>>

Drop(v) ==
    /\ promise[v].to = Over \/ (SilenceIsProof /\ promise[v].to # Nobody)
    /\ promise' = [promise EXCEPT ![v] = NoPromise]
    /\ UNCHANGED <<highest, durable, longest, abstains, try, granted, order>>

\* The process ends, and another one begins with what is durable. One that stays away is one that does nothing.
Restart(n) ==
    LET remembered == IF AbstainsForLongest THEN Max(longest[n], Shortest) ELSE Shortest
    IN  /\ "restart" \in Events
        /\ try' = [try EXCEPT ![n] = Idle]
        /\ promise' = [Ended(n, IF "gone" \in Events THEN Over ELSE Lapsed) EXCEPT ![n] = NoPromise]
        /\ highest' = [highest EXCEPT ![n] = durable[n]]
        /\ abstains' = [abstains EXCEPT ![n] = IF Abstains THEN remembered ELSE 0]
        /\ UNCHANGED <<durable, longest, granted, order>>

-----------------------------------------------------------------------------

Next ==
    \/ Tick
    \/ \E n \in Nodes :
        \/ Begin(n) \/ GiveUp(n) \/ Win(n) \/ SendRenewal(n) \/ Extend(n) \/ Release(n)
        \/ Write(n) \/ Drop(n) \/ Restart(n)
    \/ \E v, n \in Nodes : Promise(v, n) \/ Renew(v, n)

\* Nodes differ in nothing but their name, and in whether they stand.
Symmetry == {p \in Permutations(Nodes) : \A n \in Candidates : p[n] \in Candidates}

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* What is promised *)

AtMostOneActs == \A n, m \in Nodes : Leads(n) /\ Leads(m) => n = m
EpochsAreUnique == order # "twice"
EpochsRise == order # "fell"

\* Not promised: checked only to see that it happens, else the rest would prove nothing.
NobodyFollows == granted < 2
=============================================================================
