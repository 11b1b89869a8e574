import pg from 'pg'
import type { PaymentsEnvironment } from '../harness/payments-environment.ts'
import { pause } from '../harness/wait.ts'

// A gate in the trial's database: a transaction that would store a payment's next step waits for it. So a process can be killed at
// the worst moment: the bank has acted, and the result is not stored.

const key = 7_160_060
/** Less than the statement timeout of the API. */
const maxWaitMs = 2300

export const steps = ['approval', 'exchange', 'initiate', 'watch', 'paid', 'failed'] as const
export type GateStep = (typeof steps)[number]

export async function buildGate(environment: PaymentsEnvironment) {
  await environment.database.pool.query(`
    create function trial_gate() returns trigger language plpgsql security definer as $$
    begin
      if new.step <> old.step and exists (select from trial_gate where step = new.step) then perform pg_advisory_xact_lock_shared(${key}); end if;
      return new;
    end $$`)
  await environment.database.pool.query('create table trial_gate (step text primary key)')
  await environment.database.pool.query('create trigger trial_gate before update on pay_by_bank_payment for each row execute function trial_gate()')
  const holder = new pg.Client({ connectionString: environment.url, application_name: 'gate' })
  holder.on('error', (error) => console.log(`the gate lost its connection: ${error.message}`)) // its next statement fails and ends the trial
  await holder.connect()
  const waiting = async (): Promise<number[]> => {
    const { rows } = await holder.query<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`)
    return rows.map((row) => row.pid)
  }
  return {
    async close(step: GateStep) {
      await holder.query('select pg_advisory_lock($1)', [key])
      await holder.query('insert into trial_gate values ($1)', [step])
    },
    /** Returns once enough transactions wait, or the first has waited as long as a statement may, or none has come in time. */
    async waitForTransactions(enough: number, timeoutMs: number): Promise<number> {
      const deadline = Date.now() + timeoutMs
      let first: number | undefined
      let count = 0
      while (Date.now() < (first ?? deadline) && count < enough) {
        await pause(30)
        count = (await waiting()).length
        if (count > 0) first ??= Date.now() + maxWaitMs
      }
      return count
    },
    /** `rollBack` ends the waiting transactions, as a machine failure would; otherwise they commit although their process is gone. */
    async open(rollBack: boolean) {
      if (rollBack) for (const pid of await waiting()) await holder.query('select pg_terminate_backend($1)', [pid])
      await holder.query('delete from trial_gate')
      await holder.query('select pg_advisory_unlock($1)', [key])
    },
    async remove() {
      await holder.query('drop trigger trial_gate on pay_by_bank_payment')
      await holder.query('drop function trial_gate()')
      await holder.query('drop table trial_gate')
      await holder.end()
    },
  }
}
