/* What a run assumes and which rules it keeps.  The defaults are the protocol as it is built, with
 * every stated assumption true.  Each -D drops one assumption or weakens one rule; `cases` lists
 * the combinations that are checked. */

/* ---- size */
#ifndef NTOK
#define NTOK 2          /* tokens 1..NTOK; what would be a further token becomes an escalation */
#endif
#ifndef NC
#define NC 2            /* claims that matter at the same time, 2 to 5 */
#endif
#ifndef MAXA
#define MAXA NTOK       /* attempts.max: what reached the destination, or may have */
#endif
#ifndef CONF
#define CONF 1          /* absence.confirmations, 1 or 2 */
#endif

/* ---- destination */
#ifndef POLICY
#define POLICY 1        /* absence: 0 no proof, 1 proof after a report or a proved death, 2 also after lease end */
#endif
#ifndef READBACK
#define READBACK 1      /* 0: the destination cannot be asked */
#endif
#ifndef ACKCLOSES
#define ACKCLOSES 0     /* with READBACK=0: 1: an acknowledgement alone closes */
#endif
#ifndef NTA
#define NTA 0           /* 1: a readback may say that there is nothing to ask for */
#endif
#ifndef KEY
#define KEY 0           /* 1: deduplicates by key within a finite window, safe-replay declared */
#endif
#ifndef JOBS
#define JOBS 0          /* 1: may accept work for later, which then happens or fails */
#endif
#ifndef EXPIRES
#define EXPIRES 0       /* 1: the intent expires at any moment */
#endif

/* ---- assumptions; 1: holds */
#ifndef A_PAUSE
#define A_PAUSE (POLICY==2 || KEY)  /* no worker is frozen between its clock check and its first byte for longer than margin + settle */
#endif
#ifndef A_MONO
#define A_MONO (POLICY==2 || KEY)   /* the worker's clock runs, also while the machine is suspended */
#endif
#ifndef A_NET
#define A_NET 1         /* a request that was given up is executed within settle, or never */
#endif
#ifndef A_PROP
#define A_PROP 1        /* an effect is visible within settle */
#endif
#ifndef A_EXIT
#define A_EXIT 1        /* a call that was given up by another thread than the one that writes it (a stop, a last bound) writes within settle, or never */
#endif
#ifndef A_PCLK
#define A_PCLK (POLICY==2 || KEY)   /* 0: a task may come to a machine with another clock; see RESTARTS */
#endif
#ifndef BADCLASS
#define BADCLASS 0      /* 1: a call with an effect may be classified as not committed */
#endif
#ifndef TDUP
#define TDUP 0          /* 1: client, proxy or mesh may send a request twice */
#endif
#ifndef FENCELIE
#define FENCELIE 0      /* 1: a worker that still runs may be declared dead */
#endif
#ifndef RU
#define RU 0            /* 1: workers read grants of aborted transactions */
#endif
#ifndef ZOMBIE
#define ZOMBIE 0        /* 1: a ledger instance that was replaced still grants, with old state */
#endif
#ifndef STATELOSS
#define STATELOSS 0     /* 1: a final state is forgotten while the same intent can still arrive */
#endif

/* ---- rules; the default is what the code does */
#ifndef NOCLAIM
#define NOCLAIM 0       /* 1: a worker sends as soon as it is offered an attempt */
#endif
#ifndef CLAIMTOK
#define CLAIMTOK 1      /* 0: a claim of an earlier token is granted too */
#endif
#ifndef CLAIMSTATE
#define CLAIMSTATE 1    /* 0: a claim is only checked against "nobody was granted this" by its claim ID */
#endif
#ifndef SINGLEUSE
#define SINGLEUSE 1     /* 0: a repeated grant makes the worker send again */
#endif
#ifndef FROMGRANT
#define FROMGRANT 0     /* 1: the worker counts its lease from the arrival of the grant */
#endif
#ifndef RESMATCH
#define RESMATCH 1      /* 0: a report is matched by token only */
#endif
#ifndef RESTART_NS
#define RESTART_NS 0    /* 1: a worker reports NOT_SENT for a grant whose claim it does not hold */
#endif
#ifndef AMBRETRY
#define AMBRETRY 0      /* 1: UNKNOWN is retried */
#endif
#ifndef LEASERETRY
#define LEASERETRY 0    /* 1: the end of a lease leads straight to the next attempt */
#endif
#ifndef ANCHOR
#define ANCHOR 1        /* 0: the settle time runs from the end of the lease, whenever the report comes */
#endif
#ifndef ENDED
#define ENDED 1         /* 0: with POLICY=2 an early report shortens the settle time */
#endif
#ifndef FATELEASE
#define FATELEASE 1     /* 0: with POLICY=2 and no grant of the current token, the settle time counts from now, not from the end of the newest lease */
#endif
#ifndef PROMISEPOS
#define PROMISEPOS 1    /* 0: a job promised to an earlier attempt is taken back by the failure of any job */
#endif
#ifndef DEATHSETTLE
#define DEATHSETTLE 1   /* 0: a proved death counts as settled at once */
#endif
#ifndef NEEDREPORT
#define NEEDREPORT 1    /* 0: with POLICY=1 absence counts although the attempt is not known to be over */
#endif
#ifndef EARLYOPEN
#define EARLYOPEN 1     /* 0: a replay forgets that the end of an earlier attempt was not known */
#endif
#ifndef EARLYUNK
#define EARLYUNK 1      /* 0: a replay forgets that the fate of an earlier attempt was open */
#endif
#ifndef KEYGUARD
#define KEYGUARD 1      /* 0: the key's window is not looked at again when a replay is claimed */
#endif
#ifndef NFANY
#define NFANY 0         /* 1: any NOT_FOUND of the current token counts, settled or not */
#endif
#ifndef ARRIVAL
#define ARRIVAL 0       /* 1: a NOT_FOUND counts by its arrival, not by when its readback was issued */
#endif
#ifndef RBTOK
#define RBTOK 1         /* 0: a NOT_FOUND for an earlier token counts too */
#endif
#ifndef POSDOM
#define POSDOM 1        /* 0: acceptance and finding do not forbid sending */
#endif
#ifndef OLDACC
#define OLDACC 1        /* 0: an acceptance of an earlier token is ignored */
#endif
#ifndef DUPSTICK
#define DUPSTICK 1      /* 0: one found after several were found verifies */
#endif
#ifndef REFONE
#define REFONE 1        /* 0: a refusal rejects at once, whatever earlier attempts did */
#endif
#ifndef REVIEWGUARD
#define REVIEWGUARD 1   /* AUTHORISE_RETRY: 0 whenever unresolved, 1 as Proof.allowsNotDone, 2 settled is enough */
#endif
#ifndef NOTDONE
#define NOTDONE 1       /* 0: CONFIRM_NOT_DONE is always recorded as "not done" */
#endif
#ifndef SEQGUARD
#define SEQGUARD 1      /* 0: a review is not bound to a sequence */
#endif
#ifndef SETLBUMP
#define SETLBUMP 1      /* 0: the settle point does not move the sequence on */
#endif
#ifndef LOOKFIRST
#define LOOKFIRST 0     /* 1: the reviewer looks at the destination first and loads the case later */
#endif
#ifndef RESTARTS
#define RESTARTS 1      /* 0: a task that comes from another machine trusts the deadlines it finds */
#endif
#ifndef CONFDUP
#define CONFDUP 0       /* 1: the same readback delivered twice confirms twice */
#endif
#ifndef READYTIMER
#define READYTIMER 1    /* 0: an attempt that nobody claims waits for ever */
#endif
#ifndef DEADLINE
#define DEADLINE 1      /* 0: readbacks have no deadline */
#endif
#ifndef LEASETIMER
#define LEASETIMER 1    /* 0: nothing happens when a lease ends */
#endif

/* ---- the run */
#ifndef SMALL
#define SMALL 0         /* 1: neither reviewer nor takeover */
#endif
#ifndef NOREVIEW
#define NOREVIEW SMALL  /* 1: no reviewer */
#endif
#ifndef TAKEOVER
#define TAKEOVER (!SMALL) /* 0: no task moves to another instance */
#endif
#ifndef WDIE
#define WDIE 0          /* 1: workers, network, readbacks and reviewer may stop for ever */
#endif
#ifndef REDUCE
#if NOCLAIM || !CLAIMTOK || !CLAIMSTATE || !SINGLEUSE || !RESMATCH || RESTART_NS || RU || ZOMBIE || STATELOSS || !OLDACC || TDUP
#define REDUCE 0
#else
#define REDUCE 1        /* 1: what can no longer matter is forgotten and its slot used again; 0: everything is kept */
#endif
#endif
#ifndef ONLY
#define ONLY 0          /* which properties: 0 all, n only Sn, 99 those that hold without any assumption */
#endif
