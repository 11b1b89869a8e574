-- What must always be true of payment requests. Each view returns the rows that break it: none, ever (see invariants.sql).

create or replace view invariant_request_is_paid_as_it_says as
  select r.id, r.status, r.amount, r.remaining, r.refunded, l.paid, l.back, d.balance as due
    from payment_request r
    left join lateral (
      select coalesce(sum((leg ->> 'amount')::bigint), 0) as paid, coalesce(sum((leg ->> 'refunded')::bigint), 0) as back,
             coalesce(bool_or((leg ->> 'last')::boolean), false) as ended
        from jsonb_array_elements(r.legs) leg) l on true
    left join ledger.account d on d.id = 'due:' || r.id
   where l.paid <> r.amount - r.remaining or l.back <> r.refunded
      or (r.legs <> '[]' and d.balance <> case when r.held_by is not null then r.amount else r.amount - r.remaining end
          -- What a bank held and then did not pay stays used when the counter had closed before.
          and not (r.status = 'new' and d.closes_at <= now() and d.balance = r.amount)) or d.balance is null
      or (r.status = 'paid' and r.remaining > 0 and not l.ended)
      or (r.status = 'expired' and r.legs <> '[]');
comment on view invariant_request_is_paid_as_it_says is 'What a payment request says was paid and refunded is what its payments and the ledger say';

create or replace view invariant_instalments_wait_with_their_request as
  select r.id, r.status, w.balance
    from payment_request r join ledger.account w on w.id = 'request:' || r.id
   where w.balance <> case when r.status = 'new' then (
     select coalesce(sum((leg ->> 'amount')::bigint) filter (where leg ->> 'external' is null), 0) from jsonb_array_elements(r.legs) leg) else 0 end;
comment on view invariant_instalments_wait_with_their_request is 'What was paid on an unfinished request waits with it, and nothing waits with a finished one';

create or replace view invariant_activities_have_no_gap as
  select r.id, r.version, a.count, a.last
    from payment_request r left join lateral (select count(*) as count, max(number) as last from payment_activity a where a.payment_request_id = r.id) a on true
   where a.count <> r.version or a.last <> r.version;
comment on view invariant_activities_have_no_gap is 'The activities of a payment request are numbered without a gap';

create or replace view invariant_authorised_is_held as
  select r.id, r.pre_auth_status, r.amount, r.confirmed, h.remaining
    from payment_request r left join ledger.hold h on h.id = 'pre-auth:' || r.id
   where r.pre_auth
     and coalesce(h.remaining, 0) <> case when r.pre_auth_status = 'authorized' then r.amount - r.confirmed else 0 end;
comment on view invariant_authorised_is_held is 'What is authorised and not yet confirmed or released is held';
