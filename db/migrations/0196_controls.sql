-- owner: controls
-- What operators set for everybody: stops, the flags of the app, limits. Each row is a value with the time that it is or was in force;
-- without a row, a control has the value of the configuration.
create table control_value (
  id bigint generated always as identity primary key,
  -- `stop:top-ups`, `flag:showWithdraw`, `limit:topup:monthly`.
  control text collate "C" not null check (control ~ '^(stop|flag|limit):[A-Za-z0-9.:-]{1,150}$'),
  value text collate "C" not null check (value <> ''),
  from_at timestamptz not null,
  -- Null while it is in force.
  until_at timestamptz check (until_at >= from_at),
  -- Who proposed it; null when a check of the books did it by itself.
  operator text collate "C" references operator,
  proposal_id text collate "C" references operator_proposal,
  reason text not null check (length(reason) between 3 and 2000),
  check ((operator is null) = (proposal_id is null))
);
create unique index control_value_in_force on control_value (control) where until_at is null;
create index control_value_of on control_value (control, from_at desc, id desc);

-- Every former value stays as it was: a row only ever ends.
create function control_value_only_ends() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.until_at is null and new.until_at is not null and (to_jsonb(new) - 'until_at') = (to_jsonb(old) - 'until_at') then
      return new;
    end if;
  end if;
  raise exception 'a value in control_value can only end';
end $$;
create trigger only_ends before update or delete on control_value for each row execute function control_value_only_ends();
create trigger only_ends_all before truncate on control_value for each statement execute function control_value_only_ends();
