// `node tools/phone-metadata.ts`: extracts New Zealand from libphonenumber's metadata for mobile numbers, under a kilobyte instead of
// 80. Run it again after upgrading libphonenumber-js; phone-metadata.test.ts fails until then.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const nz = join(import.meta.dirname, '../packages/nz')
export const metadataPath = join(nz, 'src/phone-metadata.json')

interface Metadata {
  version: number
  country_calling_codes: Record<string, string[]>
  countries: Record<string, unknown>
}

export async function extractMetadata(): Promise<string> {
  const whole = JSON.parse(await readFile(join(nz, 'node_modules/libphonenumber-js/metadata.mobile.json'), 'utf8')) as Metadata
  const cut = { version: whole.version, country_calling_codes: { 64: ['NZ'] }, countries: { NZ: whole.countries.NZ } }
  return `${JSON.stringify(cut)}\n`
}

if (import.meta.main) await writeFile(metadataPath, await extractMetadata())
