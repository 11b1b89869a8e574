import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'

const apps = join(import.meta.dirname, '../../..')

test('the bundle of the desk holds no file of the wallet [DESK-01]', async () => {
  const built = await build({ configFile: join(apps, 'desk/vite.config.ts'), logLevel: 'error', build: { write: false, minify: false } })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(modules.filter((id) => id.includes('/apps/desk/src/features/approvals/')).length).toBeGreaterThan(0)
  expect(modules.filter((id) => /\/apps\/(?!desk\/)|\/sandboxes\//.test(id))).toEqual([])
})

test('no file of the wallet, the checkout, the portal or the till names the desk [DESK-01]', () => {
  const folder = join(apps, 'web')
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const naming = files.filter((name) => /@nikau\/desk|apps\/desk|contract\/desk\//.test(readFileSync(join(folder, 'src', name), 'utf8')))
  expect(files.length).toBeGreaterThan(500)
  expect(naming).toEqual([])
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toContain('@nikau/desk')
})
