import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Processor time of a PostgreSQL server so far, in seconds: the postmaster, its children, and children that have ended. */
export async function serverCpu(folder: string): Promise<number> {
  const postmaster = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  let ticks = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    let stat: string
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    } catch {
      continue // it ended between the listing and the reading
    }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent, user, system, endedUser, endedSystem] = [fields[1], fields[11], fields[12], fields[13], fields[14]].map(Number)
    if (Number(name) === postmaster) ticks += user! + system! + endedUser! + endedSystem!
    else if (parent === postmaster) ticks += user! + system!
  }
  return ticks / 100
}

/** Processor time of this process and the children it waited for, in seconds: pgbench is the baseline's client. */
export function ownCpu(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / 100
}
