-- One row a caller and limit, overwritten each minute. Losing it in a crash only forgives a minute's calls, so it is not logged.
create unlogged table rate_limit (
  key text primary key,
  minute bigint not null,
  count integer not null
);
