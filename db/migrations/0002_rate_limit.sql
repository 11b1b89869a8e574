-- One row per caller and limit, overwritten each minute. Unlogged, because losing a minute's counts in a crash is harmless.
create unlogged table rate_limit (
  key text primary key,
  minute bigint not null,
  count integer not null
);
