-- owner: bank-files
-- A difference that operators have explained: with other differences, by an adjustment, or by an order that they decided. It counts in
-- `bank_position` until then.
create table bank_difference_resolution (
  account text not null,
  day date not null,
  kind text not null,
  ref text not null,
  proposal_id text collate "C" not null references operator_proposal,
  at timestamptz not null,
  primary key (account, day, kind, ref),
  foreign key (account, day, kind, ref) references bank_difference
);
create trigger append_only before update or delete or truncate on bank_difference_resolution for each statement execute function operator_approval_append_only();

-- Lines that an operator's decision about an order explains or expects; the id begins with that of the proposal.
alter table bank_expected_line drop constraint bank_expected_line_source_check;
alter table bank_expected_line add constraint bank_expected_line_source_check check (source in ('file', 'pay-by-bank', 'operator'));
create index bank_expected_line_operator on bank_expected_line (reference) where source = 'operator';
