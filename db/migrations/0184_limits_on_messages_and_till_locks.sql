-- What a business causes in messages is limited by the day.
create index recipient_message_sender on recipient_message (sender_account_id, at);

-- Test tokens go to people who have a wallet.
alter table token_recipient drop constraint token_recipient_refused_check;
alter table token_recipient
  add constraint token_recipient_refused_check check (refused in ('unavailable', 'too-many-messages', 'closed', 'no-wallet')) not valid;
alter table token_recipient validate constraint token_recipient_refused_check;

-- How often wrong codes have locked a person at a till on one day: each lock of a day is longer than the one before. It outlives a right code.
alter table till_sign_on add column locks smallint not null default 0, add column locked_on date;
alter table till_sign_on drop constraint till_sign_on_tries_check;
alter table till_sign_on add constraint till_sign_on_tries_check check (tries between 0 and 5) not valid;
alter table till_sign_on validate constraint till_sign_on_tries_check;
