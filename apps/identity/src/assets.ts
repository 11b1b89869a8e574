import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const staticFolder = join(import.meta.dirname, 'static')
const ui = join(import.meta.dirname, '../../../packages/ui')
const fonts = join(dirname(createRequire(join(ui, 'package.json')).resolve('@fontsource-variable/inter/package.json')), 'files')
const webauthn = join(dirname(createRequire(import.meta.url).resolve('@simplewebauthn/browser')), '../dist/bundle/index.umd.min.js')

interface Asset {
  type: string
  body: Buffer
  version: string
}

/** Font faces from packages/ui; every page needs the first. */
const fontCss = readFileSync(join(ui, 'src/fonts.css'), 'utf8')
const fontUrl = /url\("@fontsource-variable\/inter\/files\/([\w-]+\.woff2)"\)/g
const fontNames = [...fontCss.matchAll(fontUrl)].map((match) => match[1]!)

/** Static files, read once. Their URLs contain the content hash, so browsers may cache them forever. */
const assets: Record<string, Asset> = {
  'sign-in.js': asset('text/javascript; charset=utf-8', readFileSync(join(staticFolder, 'sign-in.js'))),
  'webauthn.js': asset('text/javascript; charset=utf-8', readFileSync(webauthn)),
  'icon.svg': asset('image/svg+xml', readFileSync(join(staticFolder, 'icon.svg'))),
  ...Object.fromEntries(fontNames.map((name) => [name, asset('font/woff2', readFileSync(join(fonts, name)))])),
}
assets['identity.css'] = asset('text/css; charset=utf-8', styles())

export type AssetName = 'sign-in.js' | 'webauthn.js' | 'icon.svg' | 'identity.css'

/** Fonts and tokens from packages/ui, then the styles of these pages. */
function styles(): Buffer {
  const read = (file: string) => readFileSync(file, 'utf8')
  const served = fontCss.replaceAll(fontUrl, (_, name: string) => `url("${pathOf(name)}")`)
  return Buffer.from([served, read(join(ui, 'src/tokens.css')), read(join(staticFolder, 'identity.css'))].join('\n'))
}

function asset(type: string, body: Buffer): Asset {
  return { type, body, version: createHash('sha256').update(body).digest('hex').slice(0, 16) }
}

function pathOf(name: string): string {
  const found = assets[name]
  if (!found) throw new Error(`no asset ${name}`)
  return `/assets/${found.version}/${name}`
}

export const fontPath = (): string => pathOf(fontNames[0]!)

export const assetPath = (name: AssetName): string => pathOf(name)

export function findAsset(version: string, name: string): Asset | undefined {
  const found = Object.hasOwn(assets, name) ? assets[name] : undefined
  return found?.version === version ? found : undefined
}
