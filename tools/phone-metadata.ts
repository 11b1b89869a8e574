// `node tools/phone-metadata.ts`: cuts New Zealand out of libphonenumber's metadata for mobile numbers, so that the browser
// carries under a kilobyte in place of 80. Run it again after libphonenumber-js is raised; the test beside this file tells when.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const contract = join(import.meta.dirname, '../packages/contract')
export const cutFile = join(contract, 'src/phone-metadata.json')

interface Metadata {
  version: number
  country_calling_codes: Record<string, string[]>
  countries: Record<string, unknown>
}

export async function cutMetadata(): Promise<string> {
  const whole = JSON.parse(await readFile(join(contract, 'node_modules/libphonenumber-js/metadata.mobile.json'), 'utf8')) as Metadata
  const cut = { version: whole.version, country_calling_codes: { 64: ['NZ'] }, countries: { NZ: whole.countries.NZ } }
  return `${JSON.stringify(cut)}\n`
}

if (import.meta.main) await writeFile(cutFile, await cutMetadata())
