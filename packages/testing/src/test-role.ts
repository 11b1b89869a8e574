import { password } from '@nikau/local-postgres/logins'

/** The login of tests that call use cases directly. */
export const testRole = 'nikau_test'

/** A member of what processes and audits may do, never of identity; it also sees and ends sessions, which breaks connections. */
export const createTestRole = `
  do $$ begin
    if to_regrole('${testRole}') is null then
      create role ${testRole} login password '${password}' in role nikau_api, nikau_worker, nikau_read_only, pg_signal_backend, pg_read_all_stats;
    end if;
  end $$`
