-- owner: accounts
-- How many a person has sent in a day, in all of their businesses, and which are open when they leave one.
create index account_invitation_inviter on account_invitation (invited_by, created_at);

-- owner: media-uploads
-- Attempts to upload a picture since the first of a day, those that failed too: decoding is what costs.
create table media_upload_attempt (
  account_id text primary key references account,
  since timestamptz not null,
  attempts integer not null check (attempts > 0)
);

-- owner: bank-accounts
-- Of accounts for payouts: their bank is asked whether the name is right, and until it has answered they wait.
alter table bank_account add column needs_payee_check boolean not null default false;
update bank_account b set needs_payee_check = true
 where b.id in (select o.bank_account_id from outgoing_payment o where o.purpose = 'account-check') and b.status <> 'archived';
create index bank_account_payee_unchecked on bank_account (created_at) where needs_payee_check and payee_check is null;
