/* Onefold: the protocol as the code has it, for one operation and one destination.
 *
 *   settings.pml   assumptions and rules that can be switched
 *   onefold.pml    the state, the properties, and how everything starts
 *   ledger.pml     the ledger: one atomic step for one input, as OperationDecider decides it
 *   timers.pml     its timers
 *   world.pml      workers, network, destination, readbacks, reviewers, clocks
 *
 * README.md says what is abstracted and which rule of the code is which line here.
 */
#include "settings.pml"

/* states of the operation */
#define ABSENT 0
#define READY 1
#define CLAIMED 2
#define CU 3            /* COMMIT_UNKNOWN */
#define UNRES 4         /* UNRESOLVED, its question is open */
#define VERIFIED 5
#define REJECTED 6
#define RDONE 7         /* RESOLVED: done, not done, outcome unknown */
#define RNOT 8
#define RUNK 9
#define FINAL (S>=VERIFIED)
/* one claim, from its record on */
#define IDLE 0
#define WAIT 1          /* in the worker's memory, waits for its grant */
#define CHECKED 2       /* the gate opened, no byte has left */
#define CALLING 3
#define LEFT 4          /* reported by a stopping worker, although its first byte may still leave */
#define DONE 5          /* over: nothing leaves any more */
/* one request */
#define NONE 0
#define FLIGHT 1
#define REFUSAL 2       /* the answer on its way: refused for good, refused for now, no access, key in flight */
#define DEFERRAL 3
#define NOACCESS 4
#define KEYBUSY 5
#define REPLAYED 6
#define JOB 7           /* accepted for later */
#define JOBGONE 8       /* and failed */
#define HIDDEN 9        /* an effect that no readback shows yet */
#define SHOWN 10
/* send results */
#define ACC 1           /* ACCEPTED; with a first look that found one, or several */
#define ACC1 2
#define ACCN 3
#define LATER 4         /* ACCEPTED_LATER */
#define UNK 5           /* UNKNOWN; and with REDIRECTED or KEY_MISMATCH, with KEY_IN_FLIGHT */
#define UNKSTOP 6
#define UNKBUSY 7
#define NS 8            /* NOT_SENT, DEFERRED */
#define REF 9           /* REFUSED; and with AUTHORIZATION or IDENTITY_MISMATCH */
#define REFACC 10
#define ACCEPTANCE(r) (r==ACC || r==ACC1 || r==ACCN)
/* inputs of the ledger */
#define INTENT 1
#define CLAIM 2
#define ACCEPTED 3
#define UNKNOWN 4
#define NOTSENT 5
#define REFUSED 6
#define FOUND1 7
#define FOUNDN 8
#define ABSENCE 9       /* NOT_FOUND of a counting readback */
#define MISTAKEN 10     /* NOT_FOUND that a weakened rule lets count */
#define NOTHING 11
#define JOBFAILED 12
#define SETTLE 13
#define ASKAGAIN 14
#define DEATH 15
#define RESTART 16
#define REVIEW 17
#define CANCEL 18
#define IGNORED 19
#define EXPIRY 20
#define LEASE 21
#define LOST 22
#define STRAYGRANT 23
/* steps that follow: Step */
#define STAY 0
#define ASIDE 1
#define ASK 2
#define ASKLATER 3
#define ESCALATE 4
#define VERIFY 5
#define REJECT 6
#define RESOLVE 7
#define OFFER 8
#define GRANT 9
/* reviews */
#define AUTHORISE 1
#define CONFIRM_DONE 2
#define CONFIRM_NOT 3
#define RECHECK 4

/* ---- what the ledger remembers: OperationState, AttemptLog, Knowledge, ReadbackLog, Timers */
byte S, token, spent;
byte holder;            /* claim + 1 that was granted the current token */
bit over, reported;     /* Holder.over, Holder.reported */
bit sent;               /* firstSentAt is known */
bit eunk, eopen;        /* AttemptLog.earlierUnknown, earlierOpen */
bit pos, prom, dup;     /* Knowledge.positive, promised, duplicates */
bit refd, stand;        /* Knowledge.refused, standing */
bit setl;               /* ReadbackLog.settled */
byte rbi;               /* counting readbacks issued so far, no further than CONF */
byte cnf, lastc;        /* ReadbackLog.confirmed, lastConfirmed */
bit leaseT, settleT;    /* these timers run */
bit atlease;            /* the settle time counts from the end of the lease */
byte receipts;
byte rv;                /* a review in the log that is not stale */
#if JOBS
bit hlater;             /* the holder of the current token reported ACCEPTED_LATER */
#define HLATER hlater
#else
#define HLATER 0
#endif
#if EXPIRES
bit xp;                 /* expiresAt has passed */
#define XP xp
#else
#define XP 0
#endif

/* ---- the world */
byte st[NC], tok[NC], res[NC], dd[NC];   /* dd: 1 its process is dead, 2 and the ledger knows */
bit cov[NC];            /* the running settle time was chosen for what this attempt may still do */
byte net[2*NC];         /* request of a claim, and a second one where something doubles it */
byte grant[NTOK+1];     /* claim + 1 that was granted a token, as the log has it */
byte ls[NTOK+1];        /* lease of a token by the ledger's clock: 1 runs, 2 over */
bit wl[NTOK+1];         /* the worker's own deadline for a token is past */
byte ncommit, nvis;     /* effects, and those that a readback shows */
bit asked, f1, f2;      /* there is a readback command; answers in the log: one found, several found */
bit nf[CONF+1];         /* answers in the log: NOT_FOUND of a counting readback */
#define NEEDEARLY (NFANY || ARRIVAL || !RBTOK)
#if NEEDEARLY
bit early, nfe, nfo;    /* a readback that does not count, its NOT_FOUND, one of an earlier token */
#endif
#if KEY
byte kw;                /* the key: 0 its window is open, 1 closed by our count, 2 forgotten */
#define KW kw
#else
#define KW 0
#endif
#if JOBS
bit hl[NC];             /* the ledger knows the job of this attempt */
#define PROMISED(c) hl[c]
#endif
#if !JOBS
#define PROMISED(c) prom
#endif
#if LOOKFIRST
byte hv;                /* what the reviewer saw, + 1 */
#endif
#if RU || ZOMBIE
bit agr[NC];            /* a grant that workers see although it never committed */
#define AGR(c) agr[c]
#else
#define AGR(c) 0
#endif
#if STATELOSS
bit purged;
#endif
#if !OLDACC
bit told;               /* an acceptance was consumed and ignored */
#define TOLD told
#else
#define TOLD 0
#endif
#if !CLAIMTOK
byte lt[NC];            /* token whose lease a claim was given */
#define LT(c) lt[c]
#else
#define LT(c) tok[c]
#endif

/* ---- scratch of one atomic step, 0 in between: the claim concerned, what came in, what follows */
byte c, in, step, to, k;
bit by, replay, forall;

#define GRANTED(c) (grant[LT(c)]==c+1 || AGR(c))
#define PASS(c) (!A_MONO || FROMGRANT || !wl[LT(c)])
/* may still have its request executed by its own doing */
#define LIVE(c) (st[c]!=IDLE && ((st[c]==WAIT && GRANTED(c) && PASS(c)) || st[c]==CHECKED || st[c]==LEFT || net[c]==FLIGHT || net[c+NC]==FLIGHT))
/* may still have an effect, or show one, that the running settle time was chosen for */
#define OUTSTANDING(c) (cov[c] && ((A_PAUSE && st[c]==CHECKED) || (A_EXIT && st[c]==LEFT) || (A_NET && (net[c]==FLIGHT || net[c]==JOB || net[c+NC]==FLIGHT)) || (A_PROP && (net[c]==HIDDEN || net[c+NC]==HIDDEN))))
#if NC==2
#define ANY(P) (P(0) || P(1))
#define EACH(P, what) :: P(0) -> c=0; in=what :: P(1) -> c=1; in=what
#elif NC==3
#define ANY(P) (P(0) || P(1) || P(2))
#define EACH(P, what) :: P(0) -> c=0; in=what :: P(1) -> c=1; in=what :: P(2) -> c=2; in=what
#elif NC==4
#define ANY(P) (P(0) || P(1) || P(2) || P(3))
#define EACH(P, what) :: P(0) -> c=0; in=what :: P(1) -> c=1; in=what :: P(2) -> c=2; in=what :: P(3) -> c=3; in=what
#else
#define ANY(P) (P(0) || P(1) || P(2) || P(3) || P(4))
#define EACH(P, what) :: P(0) -> c=0; in=what :: P(1) -> c=1; in=what :: P(2) -> c=2; in=what :: P(3) -> c=3; in=what :: P(4) -> c=4; in=what
#endif

/* ---- the properties; README.md has them in words */
#define SEL(n) (ONLY==0 || ONLY==n || (ONLY==99 && (n==4 || n==5 || n==7 || n==8 || n==9 || n==10)))
#define CHECK(n,e) if :: SEL(n) && !(e) -> printf("VIOLATED S%d\n", n); assert(false) :: else fi

#include "ledger.pml"
#include "timers.pml"
#include "world.pml"

init {
  atomic {
    run Claim(0); run Claim(1);
#if NC>2
    run Claim(2);
#endif
#if NC>3
    run Claim(3);
#endif
#if NC>4
    run Claim(4);
#endif
  }
}

#ifdef LIVENESS
ltl l1 { []<> (S>=UNRES) }                     /* always again final, or with a person */
ltl l2 { [] ((ncommit>0) -> <> (S>=UNRES && S!=REJECTED && S!=RNOT)) }
#endif
