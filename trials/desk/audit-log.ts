import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../harness/processes.ts'
import type { Tally } from '../harness/tally.ts'
import type { DeskEnvironment } from './environment.ts'

/** DESK-17, DESK-18, DESK-19: an administrator of the database takes an entry out of the log and computes every hash again. */
export async function thinTheLog(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const { query } = environment
  await environment.runJob('anchor-books')
  const refused: boolean[] = []
  for (const statement of ['update desk_audit set operator = null where no = 2', 'delete from desk_audit where no = 2', 'truncate desk_audit'])
    refused.push(
      await query(statement).then(
        () => false,
        () => true,
      ),
    )
  tally.count('DESK-17 changes of the log by its owner, with its triggers in place', refused)
  const clean = await audit(environment)
  tally.check(clean.code === 0, `DESK-19 the log agrees with its anchor before the attack: ${clean.output.slice(-300)}`)

  await query(`
    do $$
    declare
      entry desk_audit;
      head bytea := '\\x0000000000000000000000000000000000000000000000000000000000000000';
      place bigint := 0;
    begin
      alter table desk_audit disable trigger all;
      delete from desk_audit where detail ? 'group';
      for entry in select * from desk_audit order by no loop
        place := place + 1;
        update desk_audit set no = place, previous = head where no = entry.no;
        update desk_audit a set hash = desk_audit_hash(a) where no = place returning hash into head;
      end loop;
      update desk_audit_head set no = place, hash = head;
      alter table desk_audit enable trigger all;
    end $$`)
  const chain = await query('select from invariant_desk_audit_chain_holds')
  tally.check(chain.length === 0, 'DESK-18 the rewritten chain holds in itself')
  const found = await audit(environment)
  tally.count('DESK-19 a log without its reveals, every hash computed again, passes the anchors', [
    found.code === 1 && /audit log of the desk/.test(found.output),
  ])
}

async function audit({ url, anchors, anchorKeys }: DeskEnvironment): Promise<{ code: number; output: string }> {
  const args = ['tools/audit-books.ts', '--anchors', anchors, '--public-key', anchorKeys]
  return await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, DATABASE_URL: url } }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, output: error.stdout + error.stderr }),
  )
}
