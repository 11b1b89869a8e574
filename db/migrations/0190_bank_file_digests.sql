-- owner: bank-files
-- SHA-256 and length of a file's bytes as they were built, to show that what is opened later is what was sent. Null for earlier files.
alter table bank_file
  add column digest bytea check (length(digest) = 32),
  add column size integer check (size > 0),
  add constraint bank_file_digest_with_size check ((digest is null) = (size is null));
create index bank_file_window on bank_file (window_day);
-- What a day's statement was compared with.
create index bank_expected_line_reconciled on bank_expected_line (account, reconciled_on) where reconciled_on is not null;
