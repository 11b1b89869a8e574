import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'

// Applies every migration and routine to the oldest supported PostgreSQL, Debian's 15, and then again: the second run must change nothing.

const bin = '/usr/lib/postgresql/15/bin'
const folder = mkdtempSync(join(tmpdir(), 'nikau-15-'))
const data = join(folder, 'data')
const port = 20_000 + Math.floor(Math.random() * 10_000)
const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString()))
chmodSync(folder, 0o755)
mkdirSync(data)
chownSync(data, uid!, gid!)
const asPostgres = (program: string, args: string[]) => {
  const result = spawnSync(join(bin, program), args, { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  if (result.status !== 0) throw new Error(`${program} failed`)
}

asPostgres('initdb', ['-D', data, '-U', 'nikau', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'])
asPostgres('pg_ctl', [
  '-D',
  data,
  '-w',
  '-l',
  join(data, 'log'),
  '-o',
  `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`,
  'start',
])
try {
  const database = openDatabase({
    url: new Secret(`postgres://nikau@127.0.0.1:${port}/postgres`),
    name: 'schema-on-15',
    log: createLog({ name: 'schema', level: 'warn' }),
  })
  const applied = await migrate(database)
  const again = await migrate(database)
  await database.close()
  if (again.length > 0) throw new Error(`applied twice: ${again.join(', ')}`)
  console.log(`PostgreSQL 15 applied ${applied.length} migrations and routines`)
} finally {
  asPostgres('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  rmSync(folder, { recursive: true, force: true })
}
