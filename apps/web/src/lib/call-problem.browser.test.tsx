import { I18nProvider } from '@lingui/react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { mockServerPerTest } from '../testing/fixtures.tsx'
import { noNetwork, server } from '../testing/mock-server.ts'
import { CallError } from './call-error.ts'
import { CallProblem } from './CallProblem.tsx'
import { i18n } from './i18n.ts'
import { request } from './request.ts'

mockServerPerTest()

async function showProblem(answer: unknown): Promise<string> {
  server.answers['POST /api/anything'] = answer
  const error: unknown = await request('/api/anything', { method: 'POST' }).catch((thrown: unknown) => thrown)
  if (!(error instanceof CallError)) throw new Error('the call succeeded')
  await render(
    <I18nProvider i18n={i18n}>
      <p data-testid="problem">
        <CallProblem error={error} />
      </p>
    </I18nProvider>,
  )
  return page.getByTestId('problem').element().textContent
}
const fault = (headers: Record<string, string>) => () => Response.json({ message: 'INTERNAL' }, { status: 500, headers })

test('a fault of ours is shown with the id of the call, for the message to support', async () => {
  expect(await showProblem(fault({ 'x-request-id': 'req_4fQ2hLx9TnWb8JmYc7HdLs' }))).toBe(
    'Something went wrong on our side. Try again in a moment, or contact us. Reference: req_4fQ2hLx9TnWb8JmYc7HdLs',
  )
})

test('an answer without an id has none to give', async () => {
  expect(await showProblem(fault({}))).toBe('Something went wrong on our side. Try again in a moment, or contact us. ')
})

test('without an answer there is nothing to contact us about', async () => {
  expect(await showProblem(noNetwork)).toBe('You’re offline. Check your connection and try again.')
})
