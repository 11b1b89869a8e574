-- owner: operations
-- What the check of the books saw: how many invariants there are, and of each that is broken since when, how many rows and what it says.
alter table book_check
  add column invariants integer not null default 0 check (invariants >= 0),
  -- [{"invariant": …, "says": …, "rows": 1, "since": …}], by name. At most 100 rows are counted.
  add column found jsonb not null default '[]',
  add column postings bigint not null default 0,
  add column entries bigint not null default 0;

-- Sums that grow with history, read together in one snapshot: the operators' first screen shows them. One row. Cents as text.
create table book_position (
  one boolean primary key default true check (one),
  at timestamptz not null,
  -- {"units": [{"unit", "sum", "accounts"}], "kinds": […], "bank": {…}, "clearing": […]}
  content jsonb not null
);

-- owner: http
-- Calls that pay, counted by the processes that answer them: each adds its own once a minute.
create table payment_minute (
  minute timestamptz primary key,
  answered integer not null check (answered > 0),
  refused integer not null check (refused between 0 and answered),
  -- Answers by duration, in the buckets of nikau_http_seconds and one for longer ones.
  buckets integer[] not null
);
