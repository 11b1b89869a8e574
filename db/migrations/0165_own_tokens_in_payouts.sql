-- owner: payouts
-- What customers paid with tokens that the merchant has issued itself: a part of the sales that brings no money. It is counted by entries of
-- `own-tokens:<wallet>`, which a payout covers by version like those of fees and GST.
alter table payout
  add column own_tokens bigint not null default 0, -- less what refunds gave back
  add column own_tokens_version bigint not null default 0,
  drop constraint payout_adds_up,
  add constraint payout_adds_up check (carried_in + payments - refunds - own_tokens - fees - gst + adjustments = net + carried_out);
