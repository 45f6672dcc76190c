/* Everything around the ledger: workers, network, destination, readbacks, reviewer, clocks. */
#if WDIE
#define MAYDIE :: true -> break
#else
#define MAYDIE
#endif

/* ---- a claim, from the offer to the end of its attempt; which worker it belongs to does not matter */
#define EFFECT(c) (net[c]==HIDDEN || net[c]==SHOWN || net[c]==REPLAYED)
#define WITHOUT (net[me]!=FLIGHT && net[me]!=HIDDEN && net[me]!=SHOWN && net[me]!=JOB)
inline end() {          /* the answer, if one was on its way, is gone */
  st[me]=DONE;
  if :: net[me]!=FLIGHT && net[me]!=JOB && net[me]!=HIDDEN && !(net[me]==JOBGONE && res[me]==LATER) -> net[me]=NONE :: else fi
}
proctype Claim(byte me) {
  do
  MAYDIE
#if REDUCE              /* a claim of an older token, or outside READY, is always refused */
  :: atomic { st[me]==IDLE && S==READY && (me==0 || st[me-1]!=IDLE) -> tok[me]=token;
#else
  :: atomic { st[me]==IDLE && token>0 && (me==0 || st[me-1]!=IDLE) ->
       if
       :: tok[me]=1
#if NTOK>1
       :: token>=2 -> tok[me]=2
#endif
#if NTOK>2
       :: token>=3 -> tok[me]=3
#endif
       fi;
#endif
       st[me]=(NOCLAIM -> CHECKED : WAIT);
       printf("W: c%d: has (a copy of) Send(token %d), claims it\n", me, tok[me]) }
  :: atomic {
       if
       :: st[me]==WAIT && GRANTED(me) && PASS(me) -> st[me]=CHECKED; printf("W: c%d: has Grant(token %d), its gate opens\n", me, LT(me))
       :: st[me]==WAIT -> st[me]=DONE; res[me]=NS; printf("W: c%d: gives its claim up, or its gate stays shut: reports NOT_SENT\n", me)
       :: st[me]==CHECKED -> st[me]=CALLING; net[me]=FLIGHT; printf("W: c%d: the request leaves (token %d)\n", me, LT(me))
       :: st[me]==CHECKED -> st[me]=DONE; res[me]=UNK; printf("W: c%d: fails before its first byte, reports UNKNOWN\n", me)
       :: st[me]==CHECKED -> st[me]=LEFT; res[me]=UNK; printf("W: c%d: stops, reports UNKNOWN for a call that has not written yet\n", me)
       :: st[me]==LEFT -> st[me]=DONE; net[me]=FLIGHT; printf("W: c%d: the request leaves after all (token %d)\n", me, LT(me))
       :: st[me]==LEFT -> st[me]=DONE; printf("W: c%d: the process ends\n", me)
       :: st[me]==CALLING -> res[me]=UNK; printf("W: c%d: reports UNKNOWN\n", me); end()
       :: st[me]==CALLING && WITHOUT -> res[me]=UNKSTOP; printf("W: c%d: reports UNKNOWN (redirected, or key with other content)\n", me); end()
       :: st[me]==CALLING && EFFECT(me) -> res[me]=ACC; printf("W: c%d: reports ACCEPTED\n", me); end()
       :: st[me]==CALLING && EFFECT(me) && READBACK && nvis>0 -> res[me]=ACC1; printf("W: c%d: reports ACCEPTED, and its first look FOUND\n", me); end()
       :: st[me]==CALLING && EFFECT(me) && READBACK && nvis>1 -> res[me]=ACCN; printf("W: c%d: reports ACCEPTED, and its first look FOUND several\n", me); end()
       :: st[me]==CALLING && (net[me]==JOB || net[me]==JOBGONE) -> res[me]=LATER; printf("W: c%d: reports ACCEPTED_LATER\n", me); end()
       :: st[me]==CALLING && net[me]==REFUSAL -> res[me]=REF; printf("W: c%d: reports REFUSED\n", me); end()
       :: st[me]==CALLING && net[me]==NOACCESS -> res[me]=REFACC; printf("W: c%d: reports REFUSED (AUTHORIZATION)\n", me); end()
       :: st[me]==CALLING && net[me]==DEFERRAL -> res[me]=NS; printf("W: c%d: reports DEFERRED or NOT_SENT\n", me); end()
       :: st[me]==CALLING && net[me]==KEYBUSY -> res[me]=UNKBUSY; printf("W: c%d: reports UNKNOWN (KEY_IN_FLIGHT)\n", me); end()
       :: st[me]!=IDLE && st[me]!=DONE -> printf("W: c%d: its process dies\n", me); if :: dd[me]==0 -> dd[me]=1 :: else fi; end()
#if BADCLASS
       :: st[me]==CALLING && EFFECT(me) -> res[me]=NS; printf("W: c%d: reports NOT_SENT for a call that had its effect\n", me); end()
#endif
#if !SINGLEUSE
       :: st[me]==CALLING && net[me+NC]==NONE && PASS(me) -> net[me+NC]=FLIGHT; printf("W: c%d: has Grant(token %d) again, and sends again\n", me, LT(me))
#endif
#if RESTART_NS
       :: st[me]==DONE && res[me]==0 && GRANTED(me) -> res[me]=NS; printf("W: c%d: a restarted worker reads its Grant, does not hold the claim, reports NOT_SENT\n", me)
#endif
       fi;
       norm(me) }
  od
}

/* ---- network and destination */
#if JOBS
#define INJOB(c) (net[c]==JOB)
#define ANYJOB ANY(INJOB)
#else
#define ANYJOB 0
#endif
#define DEDUPES (KEY && KW<2 && (ncommit>0 || ANYJOB))
#define ONWIRE(c) (net[c]==FLIGHT)
#define ONWIRE2(c) (net[c+NC]==FLIGHT)
#define INVISIBLE(c) (net[c]==HIDDEN)
#define INVISIBLE2(c) (net[c+NC]==HIDDEN)
#define DOUBLED(c) (st[c]==CALLING && net[c]!=NONE && net[c+NC]==NONE)
/* what happens next to a request */
#define ARRIVES 1
#define APPEARS 2
#define WORKS 3
#define FAILS 4
#define DOUBLES 5
inline land() {         /* k is the request of claim c */
  if
  :: DEDUPES -> net[k]=(st[c]==CALLING -> REPLAYED : NONE); printf("D: knows the key of c%d, does nothing\n", c)
  :: !DEDUPES -> in=WORKS
  :: !DEDUPES && st[c]==CALLING -> net[k]=REFUSAL; printf("D: refuses c%d for good\n", c)
  :: !DEDUPES && st[c]==CALLING -> net[k]=NOACCESS; printf("D: refuses c%d, no access\n", c)
  :: !DEDUPES && st[c]==CALLING -> net[k]=DEFERRAL; printf("D: refuses c%d for now\n", c)
  :: KEY && st[c]==CALLING -> net[k]=KEYBUSY; printf("D: another call with the key of c%d is in flight\n", c)
  :: !DEDUPES && JOBS -> net[k]=JOB; printf("D: accepts c%d for later\n", c)
  :: net[k]=NONE; printf("D: the request of c%d is lost\n", c)
  fi
}
active proctype Destination() {
  do
  MAYDIE
  :: atomic {
       if
       EACH(ONWIRE, ARRIVES)
       EACH(INVISIBLE, APPEARS)
#if JOBS
       EACH(INJOB, WORKS)
       EACH(INJOB, FAILS)
#endif
#if TDUP
       EACH(DOUBLED, DOUBLES)
#endif
#if TDUP || !SINGLEUSE
       EACH(ONWIRE2, ARRIVES+16)
       EACH(INVISIBLE2, APPEARS+16)
#endif
       fi;
       k=c; if :: in>16 -> k=c+NC; in=in-16 :: else fi;
       if :: in==ARRIVES -> land() :: else fi;
       if
       :: in==WORKS -> net[k]=HIDDEN; ncommit++; printf("D: THE REQUEST of c%d (token %d) HAS ITS EFFECT: effects=%d\n", c, LT(c), ncommit);
            CHECK(1, ncommit<=1); CHECK(6, S!=REJECTED && S!=RNOT)
       :: in==APPEARS -> net[k]=(st[c]==CALLING && k==c -> SHOWN : NONE); nvis++; printf("D: the effect of c%d is shown\n", c)
       :: in==DOUBLES -> net[c+NC]=FLIGHT; printf("D: something between doubles the request of c%d\n", c)
#if JOBS
       :: in==FAILS -> printf("D: the job of c%d fails\n", c); net[k]=(st[c]==CALLING || res[c]==LATER -> JOBGONE : NONE)
#endif
       :: else
       fi;
       k=0; in=0; norm(c); c=0 }
  od
}

/* ---- readbacks: any command, carried out at any time after it was issued, any number of times */
active proctype Looks() {
  do
  MAYDIE
  :: atomic { rbi>=1 && nvis==0 && !nf[1] -> nf[1]=1; printf("R: a counting readback sees NOT_FOUND\n") }
#if CONF>1
  :: atomic { rbi>=2 && nvis==0 && !nf[2] -> nf[2]=1; printf("R: a second counting readback sees NOT_FOUND\n") }
#endif
#if NEEDEARLY
  :: atomic { early && nvis==0 && !nfe -> nfe=1; printf("R: a readback issued before the settle point sees NOT_FOUND\n") }
#endif
  :: atomic { asked && nvis==1 && !f1 -> f1=1; printf("R: a readback sees FOUND\n") }
  :: atomic { asked && nvis>1 && !f2 -> f2=1; printf("R: a readback sees FOUND, several\n") }
  od
}

/* ---- the reviewer: loads the case, looks, signs; the record is consumed at any later time */
#if !NOREVIEW
#if LOOKFIRST
#define SAW hv
#else
#define SAW (nvis+1)
#endif
active proctype Reviewer() {
  do
  MAYDIE
#if LOOKFIRST
  :: atomic { S!=ABSENT && !FINAL && S!=READY && hv!=nvis+1 -> hv=nvis+1; printf("H: looks at the destination: sees %d\n", nvis) }
#endif
  :: atomic { S==UNRES && (rv==0 || !SEQGUARD) && SAW>0 ->
       if
       :: SAW==1 -> rv=AUTHORISE; printf("H: loads the case, sees nothing at the destination, signs AUTHORISE_RETRY\n")
       :: SAW==1 -> rv=CONFIRM_NOT; printf("H: sees nothing, signs CONFIRM_NOT_DONE\n")
       :: SAW>1 -> rv=CONFIRM_DONE; printf("H: sees the effect, signs CONFIRM_DONE\n")
       :: rv=RECHECK; printf("H: signs RECHECK\n")
       fi }
  od
}
#endif

/* ---- clocks */
#if KEY && POLICY==2   /* where a lease can outlive its token its end matters, and a later one ends later */
#define INORDER(t) (t==1 || ls[t-1]!=1)
#else
#define INORDER(t) 1
#endif
#define LEASEENDS(t) :: atomic { ls[t]==1 && INORDER(t) -> ls[t]=2; wl[t]=1; printf("T: the lease of token %d is over\n", t) }
active proctype Clock() {
  do
  LEASEENDS(1)
#if NTOK>1
  LEASEENDS(2)
#endif
#if NTOK>2
  LEASEENDS(3)
#endif
#if KEY
  :: atomic { kw==0 && sent -> kw=1; printf("T: the key's window is closed by our count\n") }
  :: atomic { kw==1 && !((A_PAUSE || A_NET) && ANY(LIVE)) -> kw=2; printf("D: forgets the key\n") }
#endif
#if EXPIRES
  :: atomic { !xp && S!=ABSENT && !FINAL -> xp=1; printf("T: expiresAt has passed\n") }
#endif
  od
}
