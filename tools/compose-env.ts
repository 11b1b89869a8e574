import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `node tools/compose-env.ts`: adds to .env the key that signs requests to the sandbox banks, which compose.yaml needs. Once.

const file = join(import.meta.dirname, '../.env')
const name = 'SANDBOX_BANK_KEY'
if (existsSync(file) && readFileSync(file, 'utf8').includes(`${name}=`)) console.log(`.env has ${name}`)
else {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  appendFileSync(file, `${name}='${JSON.stringify(privateKey.export({ format: 'jwk' }))}'\n`, { mode: 0o600 })
  console.log(`added ${name} to .env`)
}
