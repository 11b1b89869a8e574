import pg from 'pg'
import type { World } from '../payments/world.ts'

// A gate in the database of the trial: whoever would write down that a payment has come to a step waits before it. So a process can
// be killed at the worst moment there is: the bank has done it, and nobody here has noted it.

const key = 7_160_060
/** Less than the time after which a statement of ours is given up. */
const patienceMs = 2300

export const steps = ['approval', 'exchange', 'initiate', 'watch', 'paid', 'failed'] as const
export type GateStep = (typeof steps)[number]

export async function buildGate(world: World) {
  await world.database.pool.query(`
    create function trial_gate() returns trigger language plpgsql as $$
    begin
      if new.step <> old.step and exists (select from trial_gate where step = new.step) then perform pg_advisory_xact_lock_shared(${key}); end if;
      return new;
    end $$`)
  await world.database.pool.query('create table trial_gate (step text primary key)')
  await world.database.pool.query('create trigger trial_gate before update on one_off_payment for each row execute function trial_gate()')
  const keeper = new pg.Client({ connectionString: world.url, application_name: 'gate' })
  keeper.on('error', (error) => console.log(`the gate lost its keeper: ${error.message}`)) // its next statement fails, and the trial with it
  await keeper.connect()
  const waiting = async (): Promise<number[]> => {
    const { rows } = await keeper.query<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`)
    return rows.map((row) => row.pid)
  }
  return {
    async shut(step: GateStep) {
      await keeper.query('select pg_advisory_lock($1)', [key])
      await keeper.query('insert into trial_gate values ($1)', [step])
    },
    /** Once a good number waits, or the first has waited for as long as a statement may take, or nobody comes. */
    async crowd(enough: number, milliseconds: number): Promise<number> {
      const deadline = Date.now() + milliseconds
      let first: number | undefined
      let count = 0
      while (Date.now() < (first ?? deadline) && count < enough) {
        await new Promise((resolve) => setTimeout(resolve, 30))
        count = (await waiting()).length
        if (count > 0) first ??= Date.now() + patienceMs
      }
      return count
    },
    /** `lost`: what waits is undone, as when the machine ends with its connections; else it is done although nobody waits for it. */
    async open(lost: boolean) {
      if (lost) for (const pid of await waiting()) await keeper.query('select pg_terminate_backend($1)', [pid])
      await keeper.query('delete from trial_gate')
      await keeper.query('select pg_advisory_unlock($1)', [key])
    },
    async remove() {
      await keeper.query('drop trigger trial_gate on one_off_payment')
      await keeper.query('drop function trial_gate()')
      await keeper.query('drop table trial_gate')
      await keeper.end()
    },
  }
}
