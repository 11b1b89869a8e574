import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { allowLogins, createLogins, urlAs } from '@nikau/local-postgres/logins'
import { demoOperators } from './demo.ts'
import { addressesOf, type Service, servicesOf, shopKey, shopOwnerKey } from './dev-services.ts'

const root = join(import.meta.dirname, '..')

export interface DevEnvironment {
  stop(): Promise<void>
}

export interface DevEnvironmentOptions {
  folder: string
  base: number
  web: 'dev' | 'built'
  /** Told what is being done, as it begins. */
  onProgress?: (text: string) => void
  /** The exit code after Ctrl-C, also while things are still starting: everything that was started is stopped first. */
  exitCodeWhenInterrupted: number
}

/**
 * Starts everything on this machine: PostgreSQL unless DATABASE_URL is set, the schema, the seed data, and every service with
 * a log file of its own and the database role of its own. When one service exits, all are stopped. DATABASE_URL is a superuser's.
 */
export async function startDevEnvironment(options: DevEnvironmentOptions): Promise<DevEnvironment> {
  const { folder, base, web, onProgress = () => {} } = options
  const logs = join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const running = new Set<ChildProcess>()
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= Promise.all([...running].map((child) => stopProcess(child))).then(async () => {
      await server?.stop()
    }))
  const stopOnSignals = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(signal)
      process.on(signal, () => void stop().then(() => process.exit(options.exitCodeWhenInterrupted)))
    }
  }
  const run = (name: string, command: string[], env: Record<string, string>, at?: string): ChildProcess => {
    const child = start(command, env, join(logs, `${name}.log`), at)
    running.add(child)
    child.on('exit', () => running.delete(child))
    return child
  }
  const runOnce = async (name: string, command: string[], env: Record<string, string>, at?: string): Promise<void> => {
    const [code] = (await once(run(name, command, env, at), 'exit')) as [number | null]
    if (stopping) await new Promise(() => {}) // the process exits once everything has stopped
    if (code !== 0) throw new Error(`${name} failed; the end of its log:\n${tail(join(logs, `${name}.log`))}`)
  }

  // However this process ends, it leaves no service behind.
  process.on('exit', () => running.forEach((child) => child.kill('SIGTERM')))
  try {
    stopOnSignals()
    const configuredUrl = process.env.DATABASE_URL
    if (!configuredUrl) {
      onProgress('Starting PostgreSQL')
      server = await startPostgres({ folder: join(folder, 'postgres'), port: addressesOf(base, web).postgresPort, durable: true })
      stopOnSignals() // the package with the PostgreSQL binaries stops the server at the first signal, while services still need it
    }
    const databaseUrl = configuredUrl ?? (await createDatabase(server!, 'nikau'))
    // The desk's process serves built pages; they are built while the database is made ready.
    const deskPages =
      web === 'dev' && !isDeskBuilt() ? runOnce('desk-pages', ['node', 'node_modules/vite/bin/vite.js', 'build'], {}, 'apps/desk') : Promise.resolve()
    deskPages.catch(() => {}) // awaited below
    onProgress('Bringing the schema up to date')
    await runOnce('migrate', ['node', 'tools/migrate.ts'], { DATABASE_URL: databaseUrl })
    await allowLogins(databaseUrl)
    await createLogins(
      databaseUrl,
      demoOperators('').map(({ login }) => login),
      'nikau_desk',
    )
    const { shop: SHOP_ORIGIN, web: WEB_ORIGIN } = addressesOf(base, web)
    const seedEnv = { DATABASE_URL: urlAs(databaseUrl, 'nikau_migrate'), SHOP_KEY: shopKey, SHOP_OWNER_KEY: shopOwnerKey, SHOP_ORIGIN, WEB_ORIGIN }
    onProgress('Adding demo people, shops and money')
    await runOnce('seed', ['node', 'apps/api/src/seed.ts'], seedEnv)
    await deskPages
    const services = servicesOf(base, web, databaseUrl, folder)
    onProgress(`Starting ${services.length} processes`)
    for (const service of services)
      run(service.name, service.command, service.env, service.folder).on('exit', (code) => {
        if (stopping) return
        console.error(`${service.name} exited with ${code}; the end of its log:\n${tail(join(logs, `${service.name}.log`))}`)
        void stop().then(() => process.exit(1))
      })
    let ready = 0
    await Promise.all(
      services.map(async (service) => {
        await waitUntilReady(service)
        onProgress(`${++ready} of ${services.length} ready: ${service.name}`)
      }),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** The built pages of the desk are newer than everything that they are made of. */
function isDeskBuilt(): boolean {
  const built = statSync(join(root, 'apps/desk/dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = ['apps/desk', 'packages/contract', 'packages/money', 'packages/nz', 'packages/ui'].flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, 'src', name)),
  )
  return sources.every((file) => statSync(file).mtimeMs <= built)
}

function start(command: string[], env: Record<string, string>, log: string, folder = '.'): ChildProcess {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: join(root, folder),
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.data/compile-cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = createWriteStream(log)
  child.stdout.pipe(file)
  child.stderr.pipe(file)
  return child
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

async function waitUntilReady(service: Service): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const response = await fetch(service.ready).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${service.name} is not ready at ${service.ready}`)
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-25).join('\n')
}
