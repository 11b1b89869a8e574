import { expect, test } from 'vitest'
import { safeTarget } from './session.tsx'

test('only paths of this app are taken as target of a sign-in [SESS-02]', () => {
  expect(safeTarget('/pay/abc?x=1#y')).toBe('/pay/abc?x=1#y')
  for (const target of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'pay',
    '',
    undefined,
    null,
    7,
    { a: 1 },
  ])
    expect(safeTarget(target)).toBe('/')
})
