/* What the ledger does when time has passed, and what can go wrong around it. */

/* ---- TimerRules: timers that progress depends on, one process each, so that fairness concerns each */
active proctype LeaseTimer() {
  do
  :: atomic { LEASETIMER && leaseT && ls[token]==2 -> leaseT=0; unsettled(); settleFrom(); MOVED; printf("  L: lease end\n");
       if
       :: S==CLAIMED && LEASERETRY -> retry(0)
       :: S==CLAIMED && !LEASERETRY -> askOrEscalate()
       :: else
       fi;
       apply() }
  od
}
active proctype OfferTimer() {
  do
  :: atomic { READYTIMER && S==READY -> printf("  L: offered too long, or the key's window has passed\n"); step=ESCALATE; apply() }
  od
}
active proctype DeadlineTimer() {
  do
  :: atomic { DEADLINE && S==CU -> printf("  L: readback deadline\n"); nothingToAsk(); apply() }
  od
}

/* ---- faults of the ledger's surroundings */
#if (TAKEOVER && !RESTARTS) || RU || ZOMBIE
active proctype Faults() {
  do
#if TAKEOVER && !RESTARTS
  :: atomic { leaseT && ls[token]==1 -> ls[token]=2; printf("  L: another instance takes over; by its clock the lease of token %d is over\n", token) }
  :: atomic { settleT -> settledNow(); MOVED; if :: S==CU && READBACK -> issue() :: else fi; printf("  L: another instance takes over; by its clock token %d is settled\n", token) }
#endif
#if RU
#define STRAY(c) (st[c]==WAIT && S==READY && tok[c]==token && !agr[c])
#else
#define STRAY(c) (st[c]==WAIT && !AGR(c) && grant[tok[c]]!=c+1)
#endif
#if RU || ZOMBIE
  :: atomic { if EACH(STRAY, STRAYGRANT) fi; agr[c]=1;
       printf("  L: Grant(token %d, c%d) of an aborted transaction, or of a replaced instance, is in the log\n", tok[c], c); c=0; in=0 }
#endif
  od
}
#endif
