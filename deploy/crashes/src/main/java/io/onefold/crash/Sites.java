package io.onefold.crash;

import io.onefold.crash.agent.Edge;
import io.onefold.crash.agent.Trigger;
import io.onefold.crash.agent.Trigger.Kind;

/** The methods that points are made of, each with its number of parameters. */
final class Sites {
  private static final String TOPOLOGY = "io.onefold.topology.";
  private static final String WORKER = "io.onefold.connector.worker.";
  private static final String HTTP = "io.onefold.connector.http.";
  private static final String STREAMS = "org.apache.kafka.streams.processor.internals.";
  private static final String PRODUCER = "org.apache.kafka.clients.producer.KafkaProducer";

  static final String DECIDE = "io.onefold.operation.OperationDecider#decide/3";
  static final String PERFORM = TOPOLOGY + "Outbox#perform/4";
  static final String JOURNAL_WRITE = TOPOLOGY + "JournalWriter#write/3";
  static final String TASK_INIT = TOPOLOGY + "OperationTopology$Deferred#init/1";
  static final String TASK_PROCESS = TOPOLOGY + "OperationTopology$Deferred#process/1";
  static final String START_CHECKS = TOPOLOGY + "StartChecks#run/0";
  static final String STREAMS_START = TOPOLOGY + "LedgerStreams#start/2";
  static final String STREAMS_RUN = TOPOLOGY + "LedgerStreams#run/0";
  static final String REST_APPEND = "io.onefold.processor.log.KafkaInputLog#append/1";
  static final String REST_TAKE = "io.onefold.processor.rest.Intake#take/2";

  static final String PREPARE_COMMIT = STREAMS + "StreamTask#prepareCommit/1";
  static final String POST_COMMIT = STREAMS + "StreamTask#postCommit/1";
  static final String STORES_COMMIT = STREAMS + "ProcessorStateManager#commit/0";
  static final String RESTORE = STREAMS + "ProcessorStateManager#restore/3";
  static final String RESTORED = STREAMS + "StreamTask#completeRestoration/1";
  static final String TASKS_ASSIGNED = STREAMS + "TaskManager#handleAssignment/2";
  static final String TASKS_REVOKED = STREAMS + "TaskManager#handleRevocation/1";

  static final String SEND = PRODUCER + "#send/2";
  static final String INIT_TRANSACTIONS = PRODUCER + "#initTransactions/0";
  static final String OFFSETS = PRODUCER + "#sendOffsetsToTransaction/2";
  static final String COMMIT = PRODUCER + "#commitTransaction/0";
  static final String ACKNOWLEDGED = PRODUCER + "$AppendCallbacks#onCompletion/2";
  static final String COMMIT_OFFSETS =
      "org.apache.kafka.clients.consumer.KafkaConsumer#commitAsync/2";

  static final String HANDLE = WORKER + "WorkerCore#handle/2";
  static final String OFFERED = WORKER + "SendDesk#offered/1";
  static final String CLAIM = WORKER + "SendDesk#claim/1";
  static final String GRANTED = WORKER + "SendDesk#granted/2";
  static final String REPORTER_CLAIM = WORKER + "Reporter#claim/3";
  static final String REPORTER_REPORT = WORKER + "Reporter#report/2";
  static final String OFFSET_RELEASE = WORKER + "OffsetBook#release/1";
  static final String MAKE = WORKER + "Attempt#make/0";
  static final String LOOK = WORKER + "Attempt#look/1";
  static final String GATE = WORKER + "LeaseGate#open/0";
  static final String SEND_REPORTED = WORKER + "ProviderEvents#sendReported/2";
  static final String READBACK_REPORTED = WORKER + "ProviderEvents#readbackReported/4";
  static final String ASKED = WORKER + "ReadbackDesk#asked/3";
  static final String READBACK_START = WORKER + "ReadbackDesk#start/1";
  static final String OFFSETS_COMMITTED = WORKER + "CommandLoop#committed/2";
  static final String SUBSCRIBE = WORKER + "CommandLoop#subscribe/0";
  static final String ASSIGNED = WORKER + "CommandLoop$Assignment#onPartitionsAssigned/1";
  static final String REVOKED = WORKER + "CommandLoop$Assignment#onPartitionsRevoked/1";
  static final String IDENTITY_OPEN = WORKER + "WorkerIdentity#open/3";
  static final String IDENTITY_STORE = WORKER + "WorkerIdentity#store/3";
  static final String START_RECORD = WORKER + "StartRecord#write/5";

  static final String HTTP_SEND = HTTP + "HttpConnector#send/2";
  static final String HTTP_READBACK = HTTP + "HttpConnector#readback/1";
  static final String WIRE_START = HTTP + "WireAttempt#start/1";
  static final String WIRE_ANSWERING = HTTP + "WireAttempt#answering/1";
  static final String CLASSIFY = HTTP + "Classifier#classify/5";

  private Sites() {}

  static Trigger before(String site) {
    return new Trigger(site, Edge.ENTRY, Kind.ANY, 0, "");
  }

  static Trigger after(String site) {
    return new Trigger(site, Edge.EXIT, Kind.ANY, 0, "");
  }

  /** The same, only where this argument is of the class with this simple name. */
  static Trigger ofType(Trigger boundary, int argument, String simpleName) {
    return new Trigger(boundary.site(), boundary.edge(), Kind.TYPE, argument, simpleName);
  }

  /** The same, only where this argument's text holds this. */
  static Trigger with(Trigger boundary, int argument, String text) {
    return new Trigger(boundary.site(), boundary.edge(), Kind.TEXT, argument, text);
  }
}
