-- owner: outgoing-payments
-- Which outgoing payment an entry belongs to, asked for every entry that a payout covers.
create unique index outgoing_payment_posting on outgoing_payment (posting);
create unique index outgoing_payment_return_posting on outgoing_payment (return_posting) where return_posting is not null;
