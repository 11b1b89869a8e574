import { getOverview } from '@nikau/contract/desk/overview'
import { listProposals } from '@nikau/contract/desk/proposals'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk } from '../../testing/open-desk.tsx'
import { brokenOverview, overviewOf } from '../../testing/overview.ts'
import { proposals } from '../../testing/proposals.ts'

test.each([
  ['ok', 1280, 1760, 'light'],
  ['ok', 1280, 1760, 'dark'],
  ['alarm', 390, 3600, 'dark'],
  ['alarm', 1280, 1100, 'light'],
  ['ok', 390, 3600, 'light'],
] as const)('%s %d', async (form, width, height, theme) => {
  await page.viewport(width, height)
  document.documentElement.dataset.theme = theme
  const server = startDeskServer()
  answerSession(server)
  server.on(listProposals, () => ({ ...proposals, now: new Date() }))
  server.on(getOverview, () => (form === 'ok' ? overviewOf() : brokenOverview()))
  await openDesk('/overview')
  await expect.element(page.getByRole('table', { name: 'Clearing accounts' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 800))
  await page.screenshot({ path: `.vitest/ov-${form}-${width}-${theme}.png` })
})
