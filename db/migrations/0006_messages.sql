-- Every queued SMS and email. A row is inserted in the transaction that causes it, together with the job that delivers it.
create table message (
  id uuid primary key default gen_random_uuid(),
  -- Idempotency key: the same key queues a message once, and the receiver detects a repeated delivery by it. Printable ASCII,
  -- because it is sent as a header.
  key text not null unique check (key ~ '^[\x21-\x7e]{1,200}$'),
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null check (case channel when 'sms' then recipient ~ '^\+[1-9][0-9]{6,14}$' else recipient ~ '^[^\s@<>]+@[^\s@<>]+$' end),
  purpose text not null check (purpose ~ '^[a-z][a-z-]{0,59}$'),
  subject text,
  body text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  queued_at timestamptz not null default now(),
  -- Not sent after this time: a one-time code that arrives after it expired only confuses.
  expires_at timestamptz,
  settled_at timestamptz,
  -- The text may hold a one-time code or a name, so it is stored only while the message is queued.
  constraint message_body_only_while_queued check (
    (state = 'queued') = (body is not null) and (state = 'queued' and channel = 'email') = (subject is not null)
  ),
  constraint message_settled_once check ((state = 'queued') = (settled_at is null))
);

create index message_waiting on message (queued_at) where state = 'queued';
