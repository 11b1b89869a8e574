import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { metadataPath, extractMetadata } from './phone-metadata.ts'

test('phone-metadata.json matches the installed libphonenumber-js', async () => {
  expect(await readFile(metadataPath, 'utf8')).toBe(await extractMetadata())
})
