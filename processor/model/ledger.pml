/* The ledger.  Each turn is one input: what it tells is absorbed, a step is concluded from it, the
 * step is applied, all in one atomic step (one Kafka transaction).  A crash before the commit is a
 * step that did not happen. */

/* ---- what the rules ask for */
#define CLOSED ((!eopen || !EARLYOPEN) && (holder==0 || over))       /* AttemptLog.closed */
#define FORBIDS ((pos || prom) && POSDOM)                            /* Knowledge.forbidsSending */
#define FORGOOD (refd && !FORBIDS && (!eunk || !REFONE))             /* Proof.refusedForGood */
#define COUNTS (!FORBIDS && (FORGOOD || (POLICY!=0 && setl && (POLICY==2 || CLOSED || !NEEDREPORT)))) /* Proof.counts, of a counting readback */
#define NEEDED (FORGOOD -> 1 : CONF)                                 /* Proof.suffices */
#define NOTDONEOK (!FORBIDS && (!sent || (((holder==0 && !eunk) || setl) && (POLICY==2 || CLOSED)))) /* Proof.allowsNotDone */
#define ONLYPROMISE (!pos && !eunk && (holder==0 || HLATER))         /* Proof.onlyThePromise */
#define MAYREPLAY (KEY && KW==0 && sent && !FORBIDS && !stand && spent<MAXA && token<NTOK) /* RetryRules.mayReplay */

#if SEQGUARD
#define MOVED rv=0      /* movedAt: an earlier review is stale */
#else
#define MOVED skip
#endif

/* ---- forgetting what can no longer matter, so that a slot can be used again */
#define MUTE(c) (net[c]==NONE && net[c+NC]==NONE && st[c]!=IDLE && ( \
    (st[c]==WAIT && !GRANTED(c) && (tok[c]<token || S!=READY)) || \
    (st[c]==DONE && (FINAL || (tok[c]<token && (pos || (!ACCEPTANCE(res[c]) && (res[c]!=LATER || PROMISED(c))))) || \
       (tok[c]==token && S!=READY && !GRANTED(c) && !ACCEPTANCE(res[c]) && res[c]!=LATER) || \
       (tok[c]==token && holder==c+1 && over && (reported || res[c]==0) && (pos || !ACCEPTANCE(res[c])))))))
inline norm(c) {
#if REDUCE
  if :: MUTE(c) -> st[c]=IDLE; tok[c]=0; res[c]=0; dd[c]=0;
#if JOBS
       hl[c]=0
#endif
  :: else
  fi;
  if :: net[c]==NONE && st[c]!=CHECKED && st[c]!=CALLING && st[c]!=LEFT -> cov[c]=0 :: else fi
#else
  skip
#endif
}

/* ---- ReadbackLog */
inline unsettled() {
#if NEEDEARLY
  if :: nf[1] || nf[CONF] -> nfe=1 :: else fi;
#endif
  setl=0; rbi=0; cnf=0; lastc=0; nf[1]=0; nf[CONF]=0
}
inline issue() {        /* a readback command */
  asked=1;
  if
  :: setl && rbi<CONF -> rbi++
#if NEEDEARLY
  :: !setl -> early=1
#endif
  :: else
  fi
}
/* Which attempts the settle time that begins now is meant for.  POLICY 2: those whose lease is over
 * by then; otherwise those that are over themselves. */
#if POLICY==2
#define COVERS(c) (atlease || tok[c]==0 || wl[tok[c]])
#else
#define COVERS(c) (st[c]==DONE || st[c]==LEFT)
#endif
inline cover() {
  settleT=1;
  do :: k<NC -> cov[k]=COVERS(k); k++ :: else -> break od; k=0
}
#define NEWEST (holder==0 && token>1 -> token-1 : token)      /* token of the newest grant */
inline settleFrom() {   /* Absorption.ended: from now or, where that is proof enough, from the end of the lease */
  atlease=(POLICY==2 && ENDED && (holder!=0 || FATELEASE) && ls[NEWEST]==1); cover()
}
inline settledNow() { unsettled(); setl=1; settleT=0; atlease=0 }

/* ---- conclusions that several rules share: RetryRules */
inline retry(speaksForAll) {
  if
  :: FORBIDS -> step=ESCALATE
  :: !FORBIDS && XP -> step=(sent -> ESCALATE : REJECT)
  :: !FORBIDS && !XP && (spent>=MAXA || token==NTOK) -> step=ESCALATE
  :: !FORBIDS && !XP && spent<MAXA && token<NTOK -> step=OFFER; forall=speaksForAll
  fi
}
inline nothingToAsk() { if :: MAYREPLAY -> step=OFFER; replay=1 :: else -> step=ESCALATE fi }
inline askOrEscalate() { if :: READBACK -> step=ASK :: else -> nothingToAsk() fi }

/* ---- OperationEvolver: the step becomes the state */
inline apply() {
  if :: step!=STAY -> CHECK(4, !FINAL); MOVED :: else fi;
  if
  :: step==STAY -> skip
  :: step==ASIDE -> issue()
  :: step==ASK -> S=CU; leaseT=0; issue(); printf("  L: -> COMMIT_UNKNOWN, Readback\n")
  :: step==ASKLATER -> S=CU; leaseT=0; printf("  L: -> COMMIT_UNKNOWN, asks later\n")
  :: step==ESCALATE -> S=UNRES; printf("  L: -> UNRESOLVED, escalation\n");
       if :: eunk && !setl && !leaseT && !settleT -> atlease=(POLICY==2 && FATELEASE && ls[NEWEST]==1); cover() :: else fi
  :: step==VERIFY -> CHECK(4, ncommit>0); CHECK(10, !dup); receipts++; CHECK(5, receipts<=1);
       S=VERIFIED; printf("  L: -> VERIFIED, receipt (effects: %d)\n", ncommit)
  :: step==REJECT -> CHECK(6, ncommit==0); S=REJECTED; printf("  L: -> REJECTED, receipt\n")
  :: step==RESOLVE -> CHECK(6, (to!=RNOT || ncommit==0) && (to!=RDONE || ncommit>0)); S=to; printf("  L: -> RESOLVED (7 done, 8 not done, 9 unknown: %d), receipt\n", to)
  :: step==OFFER ->
       CHECK(7, token<NTOK && !FINAL); CHECK(8, !pos && !prom && !TOLD);
       CHECK(3, replay || (eunk && !forall) || (nvis==0 && !ANY(LIVE)));
       if :: replay -> eopen=(eopen || !CLOSED); eunk=EARLYUNK :: !replay && forall -> eunk=0 :: else fi;
       token++; holder=0; over=0; reported=0; refd=0; stand=0; unsettled(); leaseT=0; settleT=0; atlease=0;
#if JOBS
       hlater=0;
#endif
#if NEEDEARLY
       early=0; if :: nfe -> nfo=1; nfe=0 :: else fi;
#endif
       S=READY; printf("  L: -> READY, Send(token %d)   [effects: %d, shown: %d]\n", token, ncommit, nvis)
  :: step==GRANT ->
       CHECK(7, !FINAL); CHECK(9, grant[token]==0 && ls[token]==0 && tok[c]==token); CHECK(2, eunk || !ANY(LIVE)); CHECK(8, !pos && !prom && !TOLD);
#if !CLAIMTOK
       lt[c]=token;
#endif
       holder=c+1; over=0; reported=0; sent=1; spent++; grant[token]=c+1; ls[token]=1; leaseT=1; settleT=0; unsettled();
       S=CLAIMED; printf("  L: -> CLAIMED, Grant(token %d, c%d)\n", token, c)
  fi;
  if
  :: FINAL -> pos=0; prom=0; dup=0; refd=0; stand=0; eunk=0; eopen=0; over=0; reported=0; unsettled(); spent=0;
       leaseT=0; settleT=0; atlease=0; asked=0; f1=0; f2=0; rv=0
  :: else
  fi;
  do :: k<NC -> norm(k); k++ :: else -> break od;
  k=0; c=0; in=0; step=0; to=0; by=0; replay=0; forall=0
}

/* ---- ClaimRules */
#if CLAIMTOK && CLAIMSTATE
#define GRANTABLE(c) (st[c]!=IDLE && S==READY && tok[c]==token && holder==0 && !FORBIDS && dd[c]!=2)
#elif CLAIMSTATE
#define GRANTABLE(c) (st[c]!=IDLE && S==READY && holder==0 && !FORBIDS && dd[c]!=2)
#else
#define GRANTABLE(c) (st[c]!=IDLE && (S==READY || S==CLAIMED) && tok[c]==token && holder!=c+1 && !FORBIDS)
#endif
inline claim() {
  printf("  L: ClaimRequested(token %d, c%d)\n", tok[c], c);
  if
  :: XP -> step=(sent -> ESCALATE : REJECT)
  :: !XP && eunk && KW!=0 && KEYGUARD -> step=ESCALATE
  :: else -> step=GRANT
  fi
}

/* ---- ReadbackRules.found and wrong: something is there */
inline foundOne(nobodyActs) {
  pos=1; MOVED;
  if
  :: dup && DUPSTICK && S!=UNRES -> step=ESCALATE
  :: dup && DUPSTICK && S==UNRES -> skip
  :: !(dup && DUPSTICK) && S==CLAIMED && !(nobodyActs) -> step=ASK
  :: !(dup && DUPSTICK) && !(S==CLAIMED && !(nobodyActs)) -> step=VERIFY
  fi
}

/* ---- ReportRules, and what Absorption does with a report */
#define HELD (S==CLAIMED || S==CU || S==UNRES)
#if RESMATCH
#define HOLDERS(c) (LT(c)==token && holder==c+1 && !reported)
#else
#define HOLDERS(c) (tok[c]==token && holder!=0 && !reported)
#endif
#if OLDACC
#define HEARD(c) (S!=ABSENT && !FINAL)
#else
#define HEARD(c) (HELD && HOLDERS(c))
#endif
#define SAYSACC(c) (HEARD(c) && ((ACCEPTANCE(res[c]) && (!pos || S==READY || (HELD && HOLDERS(c)))) || (res[c]==LATER && (!PROMISED(c) || S==READY || (HELD && HOLDERS(c))))))
#define SAYSUNK(c) (HELD && HOLDERS(c) && (res[c]==UNK || res[c]==UNKSTOP || res[c]==UNKBUSY))
#define SAYSNS(c) (HELD && HOLDERS(c) && res[c]==NS)
#define SAYSREF(c) (HELD && HOLDERS(c) && (res[c]==REF || res[c]==REFACC))
#define SAYSOLD(c) (!OLDACC && ACCEPTANCE(res[c]) && !HOLDERS(c) && S!=ABSENT && !FINAL && !TOLD)
inline accepted() {
  if
  :: res[c]==LATER -> if :: PROMISEPOS && !by && !PROMISED(c) -> pos=1 :: else fi; prom=1
  :: else -> pos=1
  fi;
#if JOBS
  if :: res[c]==LATER -> hl[c]=1 :: else fi;
  if :: by && res[c]==LATER -> hlater=1 :: else fi;
#endif
  if
  :: res[c]==ACC1 -> foundOne(by || S!=CLAIMED)
  :: res[c]==ACCN -> dup=1; step=ESCALATE
  :: else ->
       if
       :: S==CLAIMED && !by -> skip
       :: S==UNRES -> if :: READBACK -> step=ASIDE :: else fi
       :: S!=UNRES && !(S==CLAIMED && !by) && READBACK -> step=ASK
       :: S!=UNRES && !(S==CLAIMED && !by) && READBACK -> step=ASKLATER    /* its first look found nothing; that proves nothing */
       :: S!=UNRES && !(S==CLAIMED && !by) && !READBACK -> step=(ACKCLOSES && res[c]==ACC -> VERIFY : ESCALATE)
       fi
  fi
}
inline unknown() {
  if :: res[c]==UNKBUSY -> spent-- :: res[c]==UNKSTOP -> stand=1 :: else fi;
  if
  :: ANCHOR -> unsettled(); settleFrom()
  :: !ANCHOR && !setl && !settleT -> settleFrom()
  :: else
  fi;
  if
  :: S==UNRES -> skip
  :: S!=UNRES && AMBRETRY -> retry(0)
  :: S!=UNRES && !AMBRETRY && READBACK && res[c]==UNKBUSY -> step=ASKLATER
  :: S!=UNRES && !AMBRETRY && !(READBACK && res[c]==UNKBUSY) -> askOrEscalate()
  fi
}
inline definite() {     /* Absorption.definite */
  if :: eunk -> unsettled(); settleFrom() :: else -> settledNow() fi
}
inline notSent() {
  spent--;
  if
  :: S==UNRES -> skip
  :: S!=UNRES && (!eunk || FORBIDS) -> retry(0)
  :: S!=UNRES && (!eunk || FORBIDS) -> step=ESCALATE     /* it waited too long */
  :: S!=UNRES && eunk && !FORBIDS && MAYREPLAY -> step=OFFER; replay=1
  :: S!=UNRES && eunk && !FORBIDS && !MAYREPLAY -> step=(READBACK -> ASK : ESCALATE)
  fi
}
inline refused() {
  if :: res[c]==REF -> refd=1 :: else -> stand=1 fi;
  if
  :: S==UNRES -> skip
  :: S!=UNRES && (res[c]==REFACC || FORBIDS) -> step=ESCALATE
  :: S!=UNRES && res[c]==REF && !FORBIDS && READBACK -> step=ASK
  :: S!=UNRES && res[c]==REF && !FORBIDS && !READBACK -> step=(eunk && REFONE -> ESCALATE : REJECT)
  fi
}
inline report() {
  printf("  L: SendReported(token %d, c%d, result %d) in state %d\n", tok[c], c, res[c], S);
  by=HOLDERS(c); MOVED;
  if :: by -> over=1; reported=1; leaseT=0 :: else fi;
  if :: in==NOTSENT || in==REFUSED -> definite() :: else fi;
  if
  :: in==ACCEPTED -> accepted()
  :: in==UNKNOWN -> unknown()
  :: in==NOTSENT -> notSent()
  :: in==REFUSED -> refused()
  fi
}

/* ---- ReadbackRules.notFound and nothingYet */
inline proved() { if :: refd -> step=REJECT :: else -> retry(1) fi }
#define ANSWER(n) (nf[n] && (S==CU || (S==UNRES && COUNTS && lastc<n)))
inline absent() {       /* `to` is the number of the counting readback */
  printf("  L: ReadbackReported(NOT_FOUND, number %d after the settle point)\n", to);
  if :: COUNTS && (to>lastc || CONFDUP) -> cnf++; lastc=to; MOVED :: else fi;
  if
  :: S==CU && stand && !refd -> step=ESCALATE
  :: S==CU && (!stand || refd) && COUNTS && cnf>=NEEDED -> proved()
  :: else
  fi;
  to=0
}

/* ---- WorkerStarted of a newer life: HolderDied, and claims of the older life are refused */
#define DEADNOW(c) (st[c]!=IDLE && dd[c]!=2 && (dd[c]==1 || FENCELIE))
inline death() {
  dd[c]=2; printf("  L: WorkerStarted says that the process of c%d is dead\n", c);
  if
  :: LT(c)==token && holder==c+1 && !over && HELD ->
       over=1; leaseT=0; MOVED;
       if :: DEATHSETTLE -> unsettled(); settleFrom() :: else -> settledNow() fi;
       if :: S==CLAIMED -> askOrEscalate() :: S==CU -> step=ASK :: else fi
  :: else
  fi
}

/* ---- ReviewRules; a review is in rv only as long as its sequence is the newest */
#if REVIEWGUARD==0
#define MAYAUTHORISE 1
#elif REVIEWGUARD==1
#define MAYAUTHORISE NOTDONEOK
#else
#define MAYAUTHORISE setl
#endif
#define DECIDED (S==UNRES && ((rv==AUTHORISE && !FORBIDS && MAYAUTHORISE && !XP && token<NTOK) || rv==CONFIRM_DONE || rv==CONFIRM_NOT || (rv==RECHECK && sent && READBACK)))
inline review() {
  printf("  L: Review %d\n", rv);
  if
  :: rv==AUTHORISE -> step=OFFER; forall=1
  :: rv==CONFIRM_DONE -> step=RESOLVE; to=RDONE
  :: rv==CONFIRM_NOT -> step=RESOLVE; to=(NOTDONEOK || !NOTDONE -> RNOT : RUNK)
  :: rv==RECHECK -> step=ASK
  fi;
  rv=0
}

#if JOBS
#define FAILED(c) (hl[c] && net[c]==JOBGONE)    /* the answer does not say whose job it speaks of */
#endif
active proctype Ledger() {
  do
  :: atomic {
       if
       :: S==ABSENT && token==0 -> in=INTENT
       EACH(GRANTABLE, CLAIM)
       EACH(SAYSACC, ACCEPTED)
       EACH(SAYSUNK, UNKNOWN)
       EACH(SAYSNS, NOTSENT)
       EACH(SAYSREF, REFUSED)
       EACH(DEADNOW, DEATH)
       :: f1 && S!=ABSENT && !FINAL && !(dup && DUPSTICK && S==UNRES) -> in=FOUND1
       :: f2 && S!=ABSENT && !FINAL && !(dup && S==UNRES) -> in=FOUNDN
       :: ANSWER(1) -> in=ABSENCE; to=1
#if CONF>1
       :: ANSWER(2) -> in=ABSENCE; to=2
#endif
       :: settleT && (!atlease || ls[NEWEST]==2) && !ANY(OUTSTANDING) -> in=SETTLE
       :: S==CU && READBACK && (!asked || (setl && rbi<CONF)) -> in=ASKAGAIN
#if NTA
       :: asked && S==CU -> in=NOTHING
#endif
#if JOBS
       :: ANY(FAILED) && asked && S==CU -> in=JOBFAILED
#endif
#if EXPIRES
       :: S==READY && xp -> in=EXPIRY
#endif
#if TAKEOVER && RESTARTS
       :: (leaseT && ls[token]==2) || settleT -> in=RESTART
#endif
#if !NOREVIEW
       :: DECIDED -> in=REVIEW
       :: S==READY && !sent -> in=CANCEL
#endif
#if NEEDEARLY
       :: NFANY && nfe && S==CU && !FORBIDS -> in=MISTAKEN
       :: ARRIVAL && nfe && S==CU && COUNTS -> in=MISTAKEN
       :: !RBTOK && nfo && S==CU && COUNTS -> in=MISTAKEN
#endif
#if !OLDACC
       EACH(SAYSOLD, IGNORED)
#endif
#if STATELOSS
       :: FINAL && token<NTOK -> in=LOST
#endif
       fi;
       if
       :: in==INTENT -> S=READY; token=1; printf("  L: Intent -> READY, Send(token 1)\n")
       :: in==CLAIM -> claim()
       :: in>=ACCEPTED && in<=REFUSED -> report()
       :: in==DEATH -> death()
       :: in==FOUND1 -> printf("  L: ReadbackReported(FOUND) in state %d\n", S); foundOne(S!=CLAIMED)
       :: in==FOUNDN -> printf("  L: ReadbackReported(FOUND, several)\n"); pos=1; dup=1; step=ESCALATE
       :: in==ABSENCE -> absent()
       :: in==MISTAKEN -> printf("  L: ReadbackReported(NOT_FOUND, not issued for this attempt after its settle point)\n"); proved()
       :: in==NOTHING -> printf("  L: ReadbackReported(NOTHING_TO_ASK)\n"); if :: FORGOOD -> step=REJECT :: else -> nothingToAsk() fi
       :: in==JOBFAILED -> printf("  L: ReadbackReported(JOB_FAILED)\n"); step=(ONLYPROMISE -> REJECT : ESCALATE)
       :: in==SETTLE -> settledNow(); printf("  L: settle point of token %d\n", token);
#if SETLBUMP
            MOVED;
#endif
            if :: S==CU && READBACK -> issue() :: else fi
       :: in==ASKAGAIN -> issue(); printf("  L: asks again\n")
       :: in==EXPIRY -> printf("  L: expired\n"); step=(sent -> ESCALATE : REJECT)
       :: in==RESTART -> printf("  L: another instance takes over, intervals restart in full\n"); MOVED;
            if :: holder!=0 && (leaseT || POLICY==2) -> ls[token]=1 :: else fi;
            if :: settleT -> settleFrom() :: else fi
       :: in==REVIEW -> review()
       :: in==CANCEL -> printf("  L: Review CANCEL\n"); step=REJECT
#if !OLDACC
       :: in==IGNORED -> told=1; printf("  L: SendReported(token %d, c%d, ACCEPTED) is ignored\n", tok[c], c)
#endif
#if STATELOSS
       :: in==LOST -> S=READY; token++; holder=0; sent=0; receipts=0; printf("  L: the final state was forgotten, the same Intent comes again -> READY, Send (token 1 of a next life, here %d)\n", token)
#endif
       fi;
       apply() }
  od
}
