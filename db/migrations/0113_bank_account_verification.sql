-- Only verified links hold one of the two places of a bank account number, so strangers who link it keep nobody out.
alter table bank_account alter column holder_slot drop not null;
update bank_account set holder_slot = null where verified_at is null;

-- Wrong verification codes, counted over all links of a number and over all bank accounts of a person.
create table bank_account_wrong_code (
  id bigint generated always as identity primary key,
  bank_account_id text collate "C" not null references bank_account,
  -- Null if no code was live: such a guess cannot be right, and strangers could otherwise lock a number at no cost.
  fingerprint bytea,
  person_id uuid not null,
  at timestamptz not null
);
create index bank_account_wrong_code_number on bank_account_wrong_code (fingerprint, at desc);
create index bank_account_wrong_code_person on bank_account_wrong_code (person_id, at desc);

-- For the withdrawals of an account to a number, whichever link they went through.
create index bank_account_number on bank_account (account_id, fingerprint);
