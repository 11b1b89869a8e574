-- owner: operations
-- What operators write down about a customer, for ever.
create table account_note (
  id bigint generated always as identity primary key,
  account_id text not null references account (id),
  operator text not null references operator (id),
  note text not null,
  proposal_id text not null unique,
  at timestamptz not null
);
create index account_note_account on account_note (account_id, id desc);

-- owner: identity
-- Operators find people by the beginning of a name, without macrons; db/routines/operating-people.sql has the same expressions.
create index person_given_name on identity.person (translate(lower(given_name), 'āēīōūĀĒĪŌŪ', 'aeiouaeiou') text_pattern_ops);
create index person_family_name on identity.person (translate(lower(family_name), 'āēīōūĀĒĪŌŪ', 'aeiouaeiou') text_pattern_ops);

-- owner: exceptions
-- Adds kinds to the list, whichever migration wrote the list last.
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'operator_exception_kind_check');
begin
  alter table operator_exception drop constraint operator_exception_kind_check;
  execute 'alter table operator_exception add constraint operator_exception_kind_check ' || replace(list, 'ARRAY[', 'ARRAY[''reveal-limit''::text, ''reveals-to-review''::text, ');
end $$;
