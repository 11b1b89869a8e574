import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { allowLogins, urlAs } from '@nikau/local-postgres/logins'
import { addressesOf, type Service, servicesOf, shopKey } from './dev-services.ts'

const root = join(import.meta.dirname, '..')

export interface DevEnvironment {
  stop(): Promise<void>
}

/**
 * Starts everything on this machine: PostgreSQL unless DATABASE_URL is set, the schema, the seed data, and every service with
 * a log file of its own and the database role of its own. When one service exits, all are stopped. DATABASE_URL is a superuser's.
 */
export async function startDevEnvironment(options: { folder: string; base: number; web: 'dev' | 'built' }): Promise<DevEnvironment> {
  const logs = join(options.folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const configuredUrl = process.env.DATABASE_URL
  const server = configuredUrl
    ? undefined
    : await startPostgres({ folder: join(options.folder, 'postgres'), port: addressesOf(options.base, options.web).postgresPort, durable: true })
  const databaseUrl = configuredUrl ?? (await createDatabase(server!, 'nikau'))
  await runOnce('migrate', ['node', 'tools/migrate.ts'], { DATABASE_URL: databaseUrl }, logs)
  await allowLogins(databaseUrl)
  const { shop: SHOP_ORIGIN, web: WEB_ORIGIN } = addressesOf(options.base, options.web)
  const seedEnv = { DATABASE_URL: urlAs(databaseUrl, 'nikau_migrate'), SHOP_KEY: shopKey, SHOP_ORIGIN, WEB_ORIGIN }
  await runOnce('seed', ['node', 'apps/api/src/seed.ts'], seedEnv, logs)

  let stopping = false
  const running: ChildProcess[] = []
  const stop = async () => {
    stopping = true
    await Promise.all(running.map((child) => stopProcess(child)))
    await server?.stop()
  }
  const services = servicesOf(options.base, options.web, databaseUrl, options.folder)
  for (const service of services) {
    const child = start(service.command, service.env, join(logs, `${service.name}.log`), service.folder)
    child.on('exit', (code) => {
      if (stopping) return
      console.error(`${service.name} exited with ${code}; the end of its log:\n${tail(join(logs, `${service.name}.log`))}`)
      void stop().then(() => process.exit(1))
    })
    running.push(child)
  }
  try {
    await Promise.all(services.map((service) => waitUntilReady(service)))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
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

async function runOnce(name: string, command: string[], env: Record<string, string>, logs: string): Promise<void> {
  const log = join(logs, `${name}.log`)
  const child = start(command, env, log)
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`${name} failed; the end of its log:\n${tail(log)}`)
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
