-- The outbox: one row for each thing wanted once, written in the transaction of the business change.
-- Run once, as the owner of the application's schema; needs wal_level=logical.

CREATE TABLE onefold_outbox (
  id           uuid   PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The operation ID, derived from the business action: a row written twice is the same operation.
  operation_id text   NOT NULL CHECK (operation_id ~ '^[A-Za-z0-9._:/|=+@-]{1,200}$'),
  -- The intent as JSON, in the form of REST and CLI. Type json keeps the text as it was written.
  intent       json   NOT NULL,
  -- UTC; the time of the record, the same however often it is delivered. The event router takes no
  -- column with a time zone.
  issued_at    timestamp NOT NULL DEFAULT (clock_timestamp() AT TIME ZONE 'UTC'),
  -- What the event router names the topic after; the transformation replaces it.
  channel      text   NOT NULL DEFAULT 'intents' CHECK (channel = 'intents'),
  -- A mistake that is found here fails the caller's transaction, where it can still be corrected.
  CONSTRAINT one_operation CHECK (intent ->> 'operationId' IS NOT DISTINCT FROM operation_id),
  CONSTRAINT all_required  CHECK (
    intent ->> 'destination' IS NOT NULL AND intent ->> 'account' IS NOT NULL
    AND intent ->> 'environment' IS NOT NULL AND intent ->> 'action' IS NOT NULL),
  CONSTRAINT not_too_large CHECK (octet_length(intent::text) <= 6000000)
);

COMMENT ON TABLE onefold_outbox IS
  'Intents for the ledger. Rows are written once and never updated; old ones may be deleted.';

-- Retention deletes by age.
CREATE INDEX onefold_outbox_age ON onefold_outbox (issued_at);

-- An updated row would not be sent again, so nobody may think that it was.
CREATE FUNCTION onefold_outbox_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of onefold_outbox cannot be changed: insert another one';
END $$;
CREATE TRIGGER onefold_outbox_append_only BEFORE UPDATE ON onefold_outbox
  FOR EACH ROW EXECUTE FUNCTION onefold_outbox_is_append_only();

-- Only inserts travel, so that retention makes no traffic.
CREATE PUBLICATION onefold_outbox FOR TABLE onefold_outbox WITH (publish = 'insert');

-- Retention, to be called once a day. A row that the connector has not read yet stays readable in the
-- write-ahead log for as long as its replication slot exists, so deleting it loses nothing.
CREATE FUNCTION onefold_outbox_forget(older_than interval DEFAULT '30 days') RETURNS bigint
LANGUAGE sql AS $$
  WITH gone AS (
    DELETE FROM onefold_outbox
    WHERE issued_at < clock_timestamp() AT TIME ZONE 'UTC' - older_than
    RETURNING 1)
  SELECT count(*) FROM gone;
$$;
