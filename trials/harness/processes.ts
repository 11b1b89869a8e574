import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { allowLogins, type LoginRole, urlAs } from '@nikau/local-postgres/logins'
import { answersOk, until } from './wait.ts'

export const root = join(import.meta.dirname, '../..')
const common = { LOG_LEVEL: process.env.TRIAL_LOG ?? 'silent', NODE_COMPILE_CACHE: join(root, '.data/compile-cache') }

/** The database role that each program logs in as; DATABASE_URL is given as the administrator's. */
const roles: Readonly<Record<string, LoginRole>> = {
  'apps/api/src/serve.ts': 'nikau_api',
  'apps/api/src/serve-desk.ts': 'nikau_desk_api',
  'apps/api/src/work.ts': 'nikau_worker',
  'apps/identity/src/serve.ts': 'nikau_identity',
  'apps/api/src/seed.ts': 'nikau_migrate',
}

export interface Program {
  file: string
  port: number
  readyPath: string
  env: Record<string, string>
  /** A file that gets everything it prints, at the most talkative level. */
  logFile?: string
}

type Signal = 'SIGTERM' | 'SIGKILL'

function launch(file: string, env: Record<string, string>, logFile?: string): ChildProcess {
  const role = roles[file]
  const login = role && env['DATABASE_URL'] ? { DATABASE_URL: urlAs(env['DATABASE_URL'], role) } : {}
  return spawn(process.execPath, [file], {
    cwd: root,
    env: { ...process.env, ...common, ...(logFile !== undefined && { LOG_LEVEL: 'debug' }), ...env, ...login },
    stdio: ['ignore', logFile !== undefined ? openSync(logFile, 'a') : process.env.TRIAL_LOG ? 'inherit' : 'ignore', 'inherit'],
  })
}

/** Runs programs that end by themselves, such as the migration, one after the other. */
export async function runPrograms(files: string[], env: Record<string, string>): Promise<void> {
  for (const file of files) {
    const [code] = (await once(launch(file, env), 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${file} ended with ${code}`)
    if (file === 'tools/migrate.ts') await allowLogins(env['DATABASE_URL']!)
  }
}

/** The long-running processes of an environment. Each can be killed and started again, also with other variables. */
export function createProcesses<Name extends string>(programs: Record<Name, Program>) {
  const names = Object.keys(programs) as Name[]
  const running = new Map<Name, ChildProcess>()
  const extra = new Map<Name, Record<string, string>>()
  const start = (name: Name) => void running.set(name, launch(programs[name].file, { ...programs[name].env, ...extra.get(name) }, programs[name].logFile))
  const ready = async (name: Name) => {
    const { port, readyPath } = programs[name]
    if (!(await until(() => answersOk(port, readyPath), 180_000))) throw new Error(`${name} does not start`)
  }
  const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
  const end = async (name: Name, signal: Signal) => {
    const child = running.get(name)
    if (!child || hasEnded(child)) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  const stop = async (signal: Signal = 'SIGTERM') => {
    for (const name of names) await end(name, signal)
  }
  return {
    ready,
    stop,
    /** Kills without warning and leaves it dead. */
    end: (name: Name) => end(name, 'SIGKILL'),
    /** Starts processes at the same time and waits for all of them; if one fails, none is left running. */
    async start(...chosen: Name[]) {
      for (const name of chosen) start(name)
      try {
        await Promise.all(chosen.map(ready))
      } catch (error) {
        await stop('SIGKILL')
        throw error
      }
    },
    /** Kills without warning and starts again at once. */
    async kill(name: Name) {
      await end(name, 'SIGKILL')
      start(name)
    },
    /** Restarts with these variables added to the program's own; `{}` takes them away again. */
    async restartWith(env: Record<string, string>, ...chosen: Name[]) {
      for (const name of chosen) {
        extra.set(name, env)
        await end(name, 'SIGTERM')
        start(name)
      }
      await Promise.all(chosen.map(ready))
    },
    pidOf: (name: Name) => running.get(name)!.pid!,
    isRunning: (name: Name) => running.has(name) && !hasEnded(running.get(name)!),
  }
}
