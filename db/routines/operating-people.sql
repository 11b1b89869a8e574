-- owner: desk
-- Customers as the desk sees them. The process of the desk cannot read names and contact details: these functions mask them, and the
-- one that shows them writes the audit log first. Each knows the operator by the secret of their session, and their roles.

create or replace function desk_masked_name(given_name text, family_name text) returns text language sql immutable as $$
  select nullif(concat_ws(' ', given_name, left(family_name, 1) || '.'), '')
$$;

-- 021 ••• ••42; of a number of another country its first digits.
create or replace function desk_masked_phone(phone text) returns text language sql immutable as $$
  select case when phone like '+64%' then '0' || substr(phone, 4, 2) else left(phone, 3) end || ' ••• ••' || right(phone, 2)
$$;

create or replace function desk_masked_email(email text) returns text language sql immutable as $$
  select left(email, 1) || '•••@•••.' || split_part(email, '.', -1)
$$;

-- The operator of a session that is open and has one of these roles; no row otherwise.
create or replace function desk_caller_as(p_secret_hash bytea, p_at timestamptz, p_roles text[])
returns table (operator text, person_id uuid, roles text[], session uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select c.operator, c.person_id, c.roles, c.session from desk_caller(p_secret_hash, p_at) c
   where c.roles && p_roles and not desk_is_locked(c.input_at, c.locked_at, p_at)
$$;

-- At most 21 customers, so that the caller sees when there are more than 20. `number` is the beginning of a customer's number, `name` the
-- beginnings of names, in lower case without macrons.
create or replace function desk_find_customers(p_secret_hash bytea, p_at timestamptz, p_kind text, p_term text)
returns table (account_id text, person_id uuid, masked_name text, masked_phone text, joined_at timestamptz, closed boolean, frozen boolean)
language plpgsql stable rows 21 security definer set search_path = public, pg_temp as $$
declare
  people uuid[];
  words text[];
begin
  if not exists (select from desk_caller_as(p_secret_hash, p_at, '{support,operations,finance,finance-lead,risk,compliance}')) then
    return;
  end if;
  if p_kind = 'number' then
    people := array(select p.id from identity.person p
      where p.id between (p_term || '-0000-0000-0000-000000000000')::uuid and (p_term || '-ffff-ffff-ffff-ffffffffffff')::uuid);
  elsif p_kind = 'phone' then
    people := array(select p.id from identity.person p where p.phone = p_term);
  elsif p_kind = 'email' then
    people := array(select p.id from identity.person p where lower(p.email) = p_term and p.email_verified);
  elsif p_kind = 'reference' then
    people := array(select a.individual_of from funds_transfer f join account a on a.id = f.account_id where f.reference = p_term and a.individual_of is not null);
  elsif p_kind = 'name' then
    words := string_to_array(p_term, ' ');
    people := array(select p.id from identity.person p
      where (translate(lower(p.given_name), 'āēīōūĀĒĪŌŪ', 'aeiouaeiou') like words[1] || '%' or translate(lower(p.family_name), 'āēīōūĀĒĪŌŪ', 'aeiouaeiou') like words[1] || '%')
        and (select bool_and(translate(lower(concat_ws(' ', '', p.given_name, p.family_name)), 'āēīōūĀĒĪŌŪ', 'aeiouaeiou') like '% ' || w || '%') from unnest(words) w)
      limit 200);
  end if;
  return query
    select a.id, p.id, desk_masked_name(p.given_name, p.family_name), desk_masked_phone(p.phone), p.created_at, a.closed_at is not null,
      exists (select from account_freeze f where f.account_id = a.id)
      from identity.person p join account a on a.individual_of = p.id
     where p.id = any (people) order by p.created_at, p.id limit 21;
end $$;

-- Identity of the owner of an individual account, masked.
create or replace function desk_customer(p_secret_hash bytea, p_at timestamptz, p_account text)
returns table (account_id text, person_id uuid, masked_name text, masked_phone text, phone_verified boolean, masked_email text, email_verified boolean,
  joined_at timestamptz, last_signed_in_at timestamptz, closed_at timestamptz, passkeys int)
language sql stable rows 1 security definer set search_path = public, pg_temp as $$
  select a.id, p.id, desk_masked_name(p.given_name, p.family_name), desk_masked_phone(p.phone), p.phone_verified, desk_masked_email(p.email), p.email_verified,
    p.created_at, p.last_signed_in_at, a.closed_at, (select count(*)::int from identity.passkey k where k.person_id = p.id and not k.desk)
    from desk_caller_as(p_secret_hash, p_at, '{support,operations,finance,finance-lead,risk,compliance}') c
    join account a on a.id = p_account join identity.person p on p.id = a.individual_of
$$;

-- Shows a customer's name and contact details to an operator, and writes who saw them and why, in one transaction. At most 20 in an hour
-- and 60 in a day; compliance is told about whoever wants more. Null if the session may not.
create or replace function desk_reveal_contact(
  p_secret_hash bytea, p_at timestamptz, p_account text, p_endpoint text, p_reason text, p_reference text
) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller record;
  who record;
begin
  select * into caller from desk_caller_as(p_secret_hash, p_at, '{support,operations,risk,compliance}');
  if caller is null then
    return null;
  end if;
  select p.id, p.given_name, p.family_name, p.phone, p.email into who
    from account a join identity.person p on p.id = a.individual_of where a.id = p_account;
  if who is null then
    return jsonb_build_object('refused', 'NOT_FOUND');
  end if;
  if who.id = caller.person_id then
    return jsonb_build_object('refused', 'OWN_ACCOUNT');
  end if;
  if desk_count_reveal(caller.operator, p_at) then
    return jsonb_build_object('refused', 'REVEAL_LIMIT');
  end if;
  insert into desk_audit (at, operator, roles, session, kind, endpoint, subject, detail, reason)
  values (p_at, caller.operator, caller.roles, caller.session, 'looked', p_endpoint, 'account:' || p_account,
    jsonb_build_object('group', 'contact', 'fields', 'name phone email', 'reference', p_reference), p_reason);
  return jsonb_build_object('givenName', who.given_name, 'familyName', who.family_name, 'phone', who.phone, 'email', who.email);
end $$;

-- True if the operator may reveal no more for now; then compliance is told, once an hour. Two reveals at once wait for each other.
create or replace function desk_count_reveal(p_operator text, p_at timestamptz) returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  hour int;
  day int;
begin
  perform pg_advisory_xact_lock(hashtextextended('desk-reveal:' || p_operator, 0));
  select count(*) filter (where a.at > p_at - interval '1 hour'), count(*) into hour, day
    from desk_audit a where a.operator = p_operator and a.kind = 'looked' and a.detail ? 'group' and a.at > p_at - interval '1 day';
  if hour < 20 and day < 60 then
    return false;
  end if;
  perform graphile_worker.add_job('tell-reveal-limit', json_build_object('operator', p_operator), job_key => 'tell-reveal-limit:' || p_operator);
  return true;
end $$;

-- How many reveals the operator has made in the last hour and day.
create or replace function desk_reveals_made(p_secret_hash bytea, p_at timestamptz) returns table (hour int, day int)
language sql stable rows 1 security definer set search_path = public, pg_temp as $$
  select count(*) filter (where a.at > p_at - interval '1 hour')::int, count(*)::int
    from desk_caller(p_secret_hash, p_at) c join desk_audit a on a.operator = c.operator
   where a.kind = 'looked' and a.detail ? 'group' and a.at > p_at - interval '1 day'
$$;

-- Where the customer is signed in. The id of a session is a hash: its own would be worth stealing.
create or replace function desk_sessions_of(p_secret_hash bytea, p_at timestamptz, p_account text)
returns table (id text, device text, first_used_at timestamptz, last_used_at timestamptz, is_new boolean)
language sql stable rows 5 security definer set search_path = public, pg_temp as $$
  select s.id, s.device, s.first_used_at, s.last_used_at, s.is_new
    from desk_caller_as(p_secret_hash, p_at, '{support,operations,finance,finance-lead,risk,compliance}') c
    join account a on a.id = p_account
    cross join lateral identity.listed_sessions(a.individual_of, p_at) s
$$;
