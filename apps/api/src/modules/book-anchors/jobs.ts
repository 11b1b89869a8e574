import type { Log, ModuleJobs } from '@nikau/runtime'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { type AnchorDeps, makeAnchors } from './anchor.ts'
import { lateAfterMs } from './rules.ts'
import { selectLatestAnchor } from './store.ts'

const exception = { kind: 'books-not-anchored', ref: 'books' } as const

/** Without a folder the books are not anchored, which production does not allow. */
export function bookAnchorJobs(deps: AnchorDeps & { log: Log }): ModuleJobs {
  if (deps.folder === '') return { tasks: {} }
  return {
    tasks: { 'anchor-books': async (_, { signal }) => await anchorBooks(deps, signal) },
    cron: [{ task: 'anchor-books', at: '*/10 * * * *' }],
  }
}

/** Anchors the books. An operator is called when it fails and the last anchor is too old. */
export async function anchorBooks(deps: AnchorDeps & { log: Log }, signal?: AbortSignal): Promise<void> {
  try {
    const anchors = await makeAnchors(deps, signal)
    if (await closeException(deps.db, { ...exception, at: deps.wallClock.now() })) deps.log.info('books are anchored again')
    deps.log.debug({ anchors }, 'books anchored')
  } catch (error) {
    await raiseWhenLate(deps, error as Error)
    throw error
  }
}

async function raiseWhenLate({ db, wallClock }: AnchorDeps, { message }: Error): Promise<void> {
  const at = wallClock.now()
  const last = await selectLatestAnchor(db)
  if (last && at.getTime() - last.madeAt.getTime() <= lateAfterMs) return
  await raiseRecurring(db, { ...exception, refs: { reason: message, ...(last && { lastAnchor: String(last.number) }) }, at })
}
