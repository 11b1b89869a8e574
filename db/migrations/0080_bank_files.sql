-- Files of direct debits and payouts to our bank, the bank's results for them, and its statements.

-- The cut-off window of a business day: every transfer requested before it closes goes out in the files of that window, once.
create table bank_window (
  kind text not null check (kind in ('debit', 'credit')),
  day date not null,
  files integer not null default 0,
  -- Every waiting transfer is in a file. An incomplete window is resumed by the next run.
  complete boolean not null default false,
  closed_at timestamptz not null,
  primary key (kind, day)
);

-- A composed file. Its bytes are stored encrypted before they are sent and never change: when it is unknown whether the bank has
-- the file, the same bytes are sent again.
create table bank_file (
  id text collate "C" primary key,
  kind text not null check (kind in ('debit', 'credit')),
  window_day date not null,
  account text not null check (account ~ '^[0-9]{18}$'),
  reference text collate "C" not null unique check (reference ~ '^[A-Z0-9-]{1,12}$'),
  due_day date not null,
  count integer not null check (count > 0),
  total bigint not null check (total > 0),
  sealed_bytes bytea not null,
  key_id text not null,
  state text not null default 'ready' check (state in ('ready', 'accepted', 'rejected', 'conflict')),
  attempts integer not null default 0,
  last_result text,
  bank_file_id text,
  processing_day date,
  final_day date,
  created_at timestamptz not null,
  accepted_at timestamptz,
  -- The return period is over and every detail that did not come back is settled.
  cleared_at timestamptz,
  -- How many earlier files with the same orders the bank rejected as a whole.
  generation integer not null default 0,
  foreign key (kind, window_day) references bank_window,
  check ((state = 'accepted') = (bank_file_id is not null and processing_day is not null and final_day is not null and accepted_at is not null)),
  check (cleared_at is null or state = 'accepted')
);
create index bank_file_ready on bank_file (created_at) where state = 'ready';
create index bank_file_open on bank_file (final_day) where state = 'accepted' and cleared_at is null;

-- One order of a file.
--   sent      the bank has it
--   at-bank   the bank has moved the money and may still return it
--   done      settled in the ledger
--   failed    returned before or instead of settlement
--   reversed  returned after settlement
--   refused   rejected by the bank
--   replaced  its file was rejected and it went out in another file
create table bank_file_detail (
  file_id text collate "C" not null references bank_file,
  line integer not null check (line >= 2),
  transfer_id text not null,
  reference text collate "C" not null,
  amount bigint not null check (amount > 0),
  state text not null default 'sent' check (state in ('sent', 'at-bank', 'done', 'failed', 'reversed', 'refused', 'replaced')),
  changed_at timestamptz not null,
  primary key (file_id, line)
) with (fillfactor = 70);
-- A transfer goes to the bank once.
create unique index bank_file_detail_once on bank_file_detail (reference) where state <> 'replaced';
create index bank_file_detail_transfer on bank_file_detail (transfer_id);

-- Our accounts at banks, and how far their results are ingested and their statements reconciled.
create table bank_connection (
  account text primary key check (account ~ '^[0-9]{18}$'),
  last_result_sequence bigint not null default 0,
  last_reconciled_day date
);

-- The bank's results for file details, as received. Each is applied once, in any order.
create table bank_result (
  account text not null references bank_connection,
  sequence bigint not null,
  file_reference text not null,
  file_id text collate "C" references bank_file,
  kind text check (kind in ('debit', 'credit')),
  line integer not null,
  day date not null,
  outcome text not null check (outcome in ('settled', 'dishonoured', 'bounced', 'reversed')),
  reason text,
  amount bigint not null,
  reference text not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  verdict text check (verdict in ('applied', 'repeated', 'no-action', 'unknown-reference', 'conflict', 'mismatch', 'unknown-file')),
  primary key (account, sequence),
  check ((applied_at is null) = (verdict is null))
);
create index bank_result_pending on bank_result (account, sequence) where applied_at is null;
create index bank_result_file on bank_result (file_id, line);

-- Statement lines to expect, because the bank has reported them: details of files, and payments by bank.
create table bank_expected_line (
  source text not null check (source in ('file', 'pay-by-bank')),
  source_id text collate "C" not null,
  account text not null references bank_connection,
  day date not null,
  type text not null,
  reference text not null,
  amount bigint not null,
  -- The day of the statement that showed it, or on which it was reported missing.
  reconciled_on date,
  primary key (source, source_id)
);
create index bank_expected_line_open on bank_expected_line (account, day) where reconciled_on is null;

-- A day's statement, without the other parties' names and numbers.
create table bank_statement (
  account text not null references bank_connection,
  day date not null,
  opening bigint not null,
  closing bigint not null,
  -- The sum of the lines minus the change in balance; zero on a consistent statement.
  gap bigint not null,
  lines integer not null,
  fetched_at timestamptz not null,
  primary key (account, day)
);
create table bank_statement_line (
  account text not null,
  day date not null,
  number integer not null,
  transaction_id text not null,
  type text not null,
  amount bigint not null,
  particulars text not null,
  code text not null,
  reference text not null,
  verdict text not null check (verdict in ('matched', 'duplicate', 'wrong-amount', 'unknown')),
  primary key (account, day, number),
  foreign key (account, day) references bank_statement
);
create index bank_statement_line_reference on bank_statement_line (account, type, reference);

-- Every difference between a statement and the expected lines. Append-only, never corrected here; each also raises an exception.
create table bank_difference (
  account text not null,
  day date not null,
  kind text not null check (kind in ('duplicate', 'missing', 'wrong-amount', 'unknown', 'sum', 'balance')),
  ref text not null,
  expected bigint not null,
  shown bigint not null,
  primary key (account, day, kind, ref),
  foreign key (account, day) references bank_statement
);
