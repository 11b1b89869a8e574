-- owner: operations
-- Who confirmed in a quarter's review that an operator still needs their roles. An operator without a row loses them when the review ends.
create table operator_confirmation (
  operator text collate "C" not null references operator,
  -- Such as `2027-Q1`.
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$'),
  -- Null for the quarter in which this table was made.
  by text collate "C" references operator,
  at timestamptz not null,
  primary key (operator, quarter),
  constraint operator_confirmation_by_another check (by <> operator)
);

-- There was no review in the quarter that is under way.
insert into operator_confirmation (operator, quarter, at)
select id, to_char(now() at time zone 'Pacific/Auckland', 'YYYY-"Q"Q'), now() from operator where cardinality(roles) > 0;
