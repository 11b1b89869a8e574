import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { expect, test } from 'vitest'
import { namedCalls } from './entry-texts.ts'

test('every call that is an entry of the log has words [DESK-20]', () => {
  const recorded = Object.values(deskEndpoints).filter(({ audit }) => audit !== 'none')
  expect(recorded.map(({ method, path }) => `${method} ${path}`).filter((call) => !namedCalls.includes(call))).toEqual([])
})
