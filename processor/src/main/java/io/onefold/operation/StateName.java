package io.onefold.operation;

/** Names of states as they stand in records, REST answers and on screens. */
public enum StateName {
  ABSENT,
  READY,
  CLAIMED,
  COMMIT_UNKNOWN,
  UNRESOLVED,
  VERIFIED,
  REJECTED,
  RESOLVED,
  FORGOTTEN;

  /** The name of a state. */
  public static StateName of(OperationState state) {
    return switch (state) {
      case OperationState.Absent absent -> ABSENT;
      case OperationState.Ready ready -> READY;
      case OperationState.Claimed claimed -> CLAIMED;
      case OperationState.CommitUnknown unknown -> COMMIT_UNKNOWN;
      case OperationState.Unresolved unresolved -> UNRESOLVED;
      case OperationState.Verified verified -> VERIFIED;
      case OperationState.Rejected rejected -> REJECTED;
      case OperationState.Resolved resolved -> RESOLVED;
      case OperationState.Forgotten forgotten -> FORGOTTEN;
    };
  }
}
