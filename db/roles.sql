-- The roles of the server, and who owns this database. An administrator runs it before the first migration, and again when an
-- upgrade says so; `pnpm migrate` runs it by itself when its login is a superuser. Running it again changes nothing.
-- What each role may do is in db/grants.sql. docs/operations/database-roles.md says how to give the roles a login.
do $$
declare
  wanted record;
begin
  for wanted in select unnest(array[
    'nikau_migrate',   -- owns the schema and runs the migrations
    'nikau_ledger',    -- owns the ledger; never has a login
    'nikau_app',       -- reads the ledger and calls its routines; never has a login
    'nikau_api', 'nikau_worker', 'nikau_identity', -- the processes
    'nikau_desk',      -- the tools of operators
    'nikau_desk_api',  -- the process of the desk
    'nikau_read_only'  -- audits and reports
  ]) as name loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I nologin', wanted.name);
      exception when duplicate_object or unique_violation then null; -- roles are shared by all databases of a server
      end;
    end if;
  end loop;
  for wanted in select * from (values
    ('nikau_ledger', 'nikau_migrate'), ('nikau_app', 'nikau_api'), ('nikau_app', 'nikau_worker')
  ) as membership (name, member) loop
    if not pg_has_role(wanted.member, wanted.name, 'usage') then execute format('grant %I to %I', wanted.name, wanted.member); end if;
  end loop;
end $$;

-- The database belongs to nikau_migrate, with everything in it that a release before these roles created as another user.
do $$
declare
  owner constant oid := 'nikau_migrate'::regrole;
  handover record;
begin
  if (select datdba from pg_database where datname = current_database()) <> owner then
    execute format('alter database %I owner to nikau_migrate', current_database());
  end if;
  for handover in
    with schema as (select oid, nspname, nspowner from pg_namespace where nspname in ('public', 'identity', 'graphile_worker'))
    select format('schema %I', nspname) as object from schema where nspowner <> owner and nspname <> 'public'
    union all
    select format('%s %s', case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
      from pg_class c join schema on schema.oid = c.relnamespace
     where c.relowner <> owner and c.relkind in ('r', 'p', 'v', 'S')
       -- Those of an extension stay with it, and the sequence of a column follows its table.
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p join schema on schema.oid = p.pronamespace
     where p.proowner <> owner and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('type %s', t.oid::regtype) from pg_type t join schema on schema.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
     where t.typowner <> owner and (t.typtype in ('d', 'e') or c.relkind = 'c')
       and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute format('alter %s owner to nikau_migrate', handover.object);
  end loop;
end $$;
