-- owner: exceptions
-- When operators were told that it cannot wait, or is past its target. Told again when it is opened again.
alter table operator_exception add column alarmed_at timestamptz;

-- Adds kinds to the list, whichever migration wrote the list last.
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'operator_exception_kind_check');
begin
  alter table operator_exception drop constraint operator_exception_kind_check;
  execute 'alter table operator_exception add constraint operator_exception_kind_check '
    || replace(list, 'ARRAY[', 'ARRAY[''safeguarding-short''::text, ''safeguarding-not-signed''::text, ');
end $$;

-- owner: bank-files
-- What an account at our bank held before the first statement that was read: our own money, booked once.
create table bank_opening (
  account text primary key references bank_connection,
  day date not null,
  amount bigint not null,
  -- Nothing is posted for zero.
  posting bigint unique,
  at timestamptz not null,
  check ((amount = 0) = (posting is null))
);
create function bank_opening_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'bank_opening is append-only';
end $$;
create trigger append_only before update or delete or truncate on bank_opening for each statement execute function bank_opening_append_only();

-- The posting that moved a payment by bank from its clearing account to our account at the bank, when a statement had shown it.
alter table bank_expected_line add column shown_posting bigint check (shown_posting is null or source = 'pay-by-bank');
create index bank_expected_line_not_posted on bank_expected_line (account) where source = 'pay-by-bank' and shown_posting is null;

-- owner: safeguarding
-- What we owed and what our banks held at the end of a day. Written once.
create table safeguarding_report (
  day date primary key,
  prepared_at timestamptz not null,
  owed bigint not null check (owed >= 0),
  held bigint not null,
  -- Canonical JSON: the signatures are over its digest.
  content text not null,
  digest text not null constraint safeguarding_report_digest_check check (digest = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  unique (day, digest)
);

-- Who has signed the report of a day: one who checked it and a finance lead who agreed.
create table safeguarding_signature (
  day date not null,
  digest text not null,
  role text not null check (role in ('checked', 'agreed')),
  signer text collate "C" not null references operator,
  signer_name text not null,
  proposal_id text collate "C" not null references operator_proposal,
  signed_at timestamptz not null,
  primary key (day, role),
  constraint safeguarding_two_people unique (day, signer),
  foreign key (day, digest) references safeguarding_report (day, digest)
);
create function safeguarding_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on safeguarding_report for each statement execute function safeguarding_append_only();
create trigger append_only before update or delete or truncate on safeguarding_signature for each statement execute function safeguarding_append_only();

-- owner: bank-files
-- The business days of New Zealand banks, for invariants that know when something is late. The same as packages/nz/src/business-calendar.ts,
-- which a test compares: Monday to Friday without the national holidays, as long as the law names Matariki.
create table business_day (day date primary key);
insert into business_day (day)
  select d.day::date from generate_series(timestamp '2022-01-01', timestamp '2052-12-31', interval '1 day') as d (day) where extract(isodow from d.day) < 6
  except
  select h.day::date from regexp_split_to_table(btrim('
    2022-01-03 2022-01-04 2022-02-07 2022-04-15 2022-04-18 2022-04-25 2022-06-06 2022-06-24 2022-09-26 2022-10-24 2022-12-26 2022-12-27 2023-01-02
    2023-01-03 2023-02-06 2023-04-07 2023-04-10 2023-04-25 2023-06-05 2023-07-14 2023-10-23 2023-12-25 2023-12-26 2024-01-01 2024-01-02 2024-02-06
    2024-03-29 2024-04-01 2024-04-25 2024-06-03 2024-06-28 2024-10-28 2024-12-25 2024-12-26 2025-01-01 2025-01-02 2025-02-06 2025-04-18 2025-04-21
    2025-04-25 2025-06-02 2025-06-20 2025-10-27 2025-12-25 2025-12-26 2026-01-01 2026-01-02 2026-02-06 2026-04-03 2026-04-06 2026-04-27 2026-06-01
    2026-07-10 2026-10-26 2026-12-25 2026-12-28 2027-01-01 2027-01-04 2027-02-08 2027-03-26 2027-03-29 2027-04-26 2027-06-07 2027-06-25 2027-10-25
    2027-12-27 2027-12-28 2028-01-03 2028-01-04 2028-02-07 2028-04-14 2028-04-17 2028-04-25 2028-06-05 2028-07-14 2028-10-23 2028-12-25 2028-12-26
    2029-01-01 2029-01-02 2029-02-06 2029-03-30 2029-04-02 2029-04-25 2029-06-04 2029-07-06 2029-10-22 2029-12-25 2029-12-26 2030-01-01 2030-01-02
    2030-02-06 2030-04-19 2030-04-22 2030-04-25 2030-06-03 2030-06-21 2030-10-28 2030-12-25 2030-12-26 2031-01-01 2031-01-02 2031-02-06 2031-04-11
    2031-04-14 2031-04-25 2031-06-02 2031-07-11 2031-10-27 2031-12-25 2031-12-26 2032-01-01 2032-01-02 2032-02-06 2032-03-26 2032-03-29 2032-04-26
    2032-06-07 2032-07-02 2032-10-25 2032-12-27 2032-12-28 2033-01-03 2033-01-04 2033-02-07 2033-04-15 2033-04-18 2033-04-25 2033-06-06 2033-06-24
    2033-10-24 2033-12-26 2033-12-27 2034-01-02 2034-01-03 2034-02-06 2034-04-07 2034-04-10 2034-04-25 2034-06-05 2034-07-07 2034-10-23 2034-12-25
    2034-12-26 2035-01-01 2035-01-02 2035-02-06 2035-03-23 2035-03-26 2035-04-25 2035-06-04 2035-06-29 2035-10-22 2035-12-25 2035-12-26 2036-01-01
    2036-01-02 2036-02-06 2036-04-11 2036-04-14 2036-04-25 2036-06-02 2036-07-18 2036-10-27 2036-12-25 2036-12-26 2037-01-01 2037-01-02 2037-02-06
    2037-04-03 2037-04-06 2037-04-27 2037-06-01 2037-07-10 2037-10-26 2037-12-25 2037-12-28 2038-01-01 2038-01-04 2038-02-08 2038-04-23 2038-04-26
    2038-04-26 2038-06-07 2038-06-25 2038-10-25 2038-12-27 2038-12-28 2039-01-03 2039-01-04 2039-02-07 2039-04-08 2039-04-11 2039-04-25 2039-06-06
    2039-07-15 2039-10-24 2039-12-26 2039-12-27 2040-01-02 2040-01-03 2040-02-06 2040-03-30 2040-04-02 2040-04-25 2040-06-04 2040-07-06 2040-10-22
    2040-12-25 2040-12-26 2041-01-01 2041-01-02 2041-02-06 2041-04-19 2041-04-22 2041-04-25 2041-06-03 2041-07-19 2041-10-28 2041-12-25 2041-12-26
    2042-01-01 2042-01-02 2042-02-06 2042-04-04 2042-04-07 2042-04-25 2042-06-02 2042-07-11 2042-10-27 2042-12-25 2042-12-26 2043-01-01 2043-01-02
    2043-02-06 2043-03-27 2043-03-30 2043-04-27 2043-06-01 2043-07-03 2043-10-26 2043-12-25 2043-12-28 2044-01-01 2044-01-04 2044-02-08 2044-04-15
    2044-04-18 2044-04-25 2044-06-06 2044-06-24 2044-10-24 2044-12-26 2044-12-27 2045-01-02 2045-01-03 2045-02-06 2045-04-07 2045-04-10 2045-04-25
    2045-06-05 2045-07-07 2045-10-23 2045-12-25 2045-12-26 2046-01-01 2046-01-02 2046-02-06 2046-03-23 2046-03-26 2046-04-25 2046-06-04 2046-06-29
    2046-10-22 2046-12-25 2046-12-26 2047-01-01 2047-01-02 2047-02-06 2047-04-12 2047-04-15 2047-04-25 2047-06-03 2047-07-19 2047-10-28 2047-12-25
    2047-12-26 2048-01-01 2048-01-02 2048-02-06 2048-04-03 2048-04-06 2048-04-27 2048-06-01 2048-07-03 2048-10-26 2048-12-25 2048-12-28 2049-01-01
    2049-01-04 2049-02-08 2049-04-16 2049-04-19 2049-04-26 2049-06-07 2049-06-25 2049-10-25 2049-12-27 2049-12-28 2050-01-03 2050-01-04 2050-02-07
    2050-04-08 2050-04-11 2050-04-25 2050-06-06 2050-07-15 2050-10-24 2050-12-26 2050-12-27 2051-01-02 2051-01-03 2051-02-06 2051-03-31 2051-04-03
    2051-04-25 2051-06-05 2051-06-30 2051-10-23 2051-12-25 2051-12-26 2052-01-01 2052-01-02 2052-02-06 2052-04-19 2052-04-22 2052-04-25 2052-06-03
    2052-06-21 2052-10-28 2052-12-25 2052-12-26
    ', E' \n'), '\s+') as h (day);
