import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'

const here = join(import.meta.dirname, 'static')
const tokens = join(import.meta.dirname, '../../../packages/ui/src/tokens.css')
const webauthn = join(createRequire(import.meta.url).resolve('@simplewebauthn/browser'), '../../dist/bundle/index.umd.min.js')

interface Asset {
  type: string
  body: string
  version: string
}

/** The few files that the pages load, read once. The address holds the content's hash, so a browser may keep each for ever. */
const assets = {
  'identity.css': asset('text/css; charset=utf-8', tokens, join(here, 'identity.css')),
  'sign-in.js': asset('text/javascript; charset=utf-8', join(here, 'sign-in.js')),
  'webauthn.js': asset('text/javascript; charset=utf-8', webauthn),
  'icon.svg': asset('image/svg+xml', join(here, 'icon.svg')),
} satisfies Record<string, Asset>

export type AssetName = keyof typeof assets

function asset(type: string, ...files: string[]): Asset {
  const body = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return { type, body, version: createHash('sha256').update(body).digest('hex').slice(0, 16) }
}

export function assetPath(name: AssetName): string {
  return `/assets/${assets[name].version}/${name}`
}

export function findAsset(version: string, name: string): Asset | undefined {
  const found = Object.hasOwn(assets, name) ? assets[name as AssetName] : undefined
  return found?.version === version ? found : undefined
}
