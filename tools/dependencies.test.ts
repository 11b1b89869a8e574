import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Answers the advisories of a registry, as `answer` says. */
async function startRegistry(answer: { status: number; body: object }): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function audit(registry: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, pnpm_config_registry: registry }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'audit-dependencies.ts')], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Request smuggling', severity: 'high', vulnerable_versions: '<999', cwe: [] }

test('the audit passes when no advisory matches, and says how many packages it looked at [SEC-21]', async () => {
  const { code, output } = await audit(await startRegistry({ status: 200, body: {} }))
  expect(output).toMatch(/^[1-9]\d{2,} packages audited, 0 known vulnerabilities/)
  expect(code).toBe(0)
})

test('a known vulnerability fails the audit and is named [SEC-21]', async () => {
  const { code, output } = await audit(await startRegistry({ status: 200, body: { fastify: [advisory] } }))
  expect(output).toMatch(/^high fastify \d+\.\d+\.\d+ \(<999\): Request smuggling https:\/\/advisories\.example\/1/)
  expect(code).toBe(1)
})

test('without advisories the audit says that it did not happen, with a code of its own [SEC-21]', async () => {
  for (const registry of [await startRegistry({ status: 405, body: {} }), 'http://127.0.0.1:9/']) {
    const { code, output } = await audit(registry)
    expect(output).toContain('NOT AUDITED')
    expect(code).toBe(3)
  }
}, 60_000)

test('the bill of materials lists what runs, with versions, licences and hashes, and no development tools [SEC-21]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const out = join(folder, 'sbom.json')
  const [, ...args] = scripts['sbom:dependencies']!.replace('.results/sbom.cdx.json', out).split(' ')
  execFileSync('pnpm', args, { cwd: root })
  const sbom = JSON.parse(readFileSync(out, 'utf8')) as {
    bomFormat: string
    specVersion: string
    components: { name: string; version: string; purl: string; licenses?: object[]; externalReferences?: { hashes?: object[] }[] }[]
  }
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  for (const name of ['fastify', 'pg', 'oidc-provider', 'jose', 'react']) {
    const component = sbom.components.find((each) => each.name === name)!
    expect(lockfile).toContain(`${name}@${component.version}`)
    expect(component.licenses).not.toHaveLength(0)
    expect(component.externalReferences?.some((reference) => (reference.hashes?.length ?? 0) > 0)).toBe(true)
  }
  const names = sbom.components.map((component) => component.name)
  for (const name of ['vitest', 'oxlint', 'typescript', 'playwright']) expect(names).not.toContain(name)
})
