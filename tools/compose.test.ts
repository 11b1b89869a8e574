import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  build?: string
  command?: string
  ports?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  read_only?: boolean
  privileged?: boolean
  security_opt?: string[]
  tmpfs?: string[]
  volumes?: string[]
  network_mode?: string
  environment?: Record<string, string | number>
}

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')
const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const each = Object.entries(services).map(([name, service]) => ({ name, service }))

test('ports are published to this machine only [SEC-20]', () => {
  const ports = each.flatMap(({ service }) => service.ports ?? [])
  expect(ports).not.toHaveLength(0)
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
  // The worker's port and the metrics ports stay inside.
  expect(ports.filter((port) => /:(4003|4004|4005|5432)$/.test(port))).toEqual([])
  for (const { service } of each) expect(service.network_mode ?? 'none').not.toBe('host')
})

test.each(each)('$name has no capabilities it does not need, a read-only file system and no new privileges [SEC-20]', ({ name, service }) => {
  expect(service.cap_drop).toEqual(['ALL'])
  expect(service.read_only).toBe(true)
  expect(service.security_opt).toContain('no-new-privileges:true')
  expect(service.tmpfs).toContain('/tmp')
  expect(service.privileged ?? false).toBe(false)
  if (name !== 'postgres') expect([service.cap_add, service.volumes]).toEqual([undefined, undefined])
})

test('identity listens beyond the loopback address of its container, in the image and in compose [SEC-20]', () => {
  expect(services['identity']?.environment).toMatchObject({ IDENTITY_HOST: '0.0.0.0' })
  expect(read('Dockerfile')).toMatch(/^ENV .*\bIDENTITY_HOST=0\.0\.0\.0\b/m)
  expect(read('Dockerfile')).toMatch(/^USER (?!root)\w+$/m)
})

test('secrets of this machine do not enter the image [SEC-20]', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const pattern of ['**/.env*', '.data', '.git']) expect(ignored).toContain(pattern)
})

test('each process has the database login of its own role [MON-6]', () => {
  const logins = each.flatMap(({ name, service }) => {
    const url = service.environment?.['DATABASE_URL']
    return url === undefined ? [] : [[name, new URL(String(url)).username]]
  })
  expect(Object.fromEntries(logins)).toEqual({
    migrate: 'nikau',
    seed: 'nikau_migrate',
    api: 'nikau_api',
    work: 'nikau_worker',
    identity: 'nikau_identity',
    desk: 'nikau_desk_api',
  })
})
