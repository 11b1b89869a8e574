-- What a person has to look at, because no rule can decide it: money that arrived and has no place, a bank that does not say the
-- last word. One row per thing, however often it is found.
create table operator_exception (
  id bigint generated always as identity primary key,
  kind text not null,
  ref text not null, -- what it is about, within its kind
  unit text,         -- nzd.main or nzd.test, where money is concerned
  amount bigint,
  refs jsonb not null default '{}', -- ids to look things up by; never a secret
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (kind, ref),
  check ((unit is null) = (amount is null)),
  check (closed_at >= opened_at)
);
create index operator_exception_open on operator_exception (opened_at, id) where closed_at is null;
