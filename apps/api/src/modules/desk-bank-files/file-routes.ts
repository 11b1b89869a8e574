import { createHash } from 'node:crypto'
import { getBankFile, listBankFiles, revealBankFile } from '@nikau/contract/desk/bank-files'
import { cents } from '@nikau/money'
import { calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { Clock, Db, KeyRing } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { stepUpMinutes } from '../../http/desk/session.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { selectWaiting, windowAt } from '../desk-overview/index.ts'
import { linesWith, presentDetail, presentFile, presentLine } from './files.ts'
import { countLines, openFile, selectDoneSince, selectExceptions, selectFile, selectFilesOf, selectLines, selectRelated, selectWindows } from './store-files.ts'

/** Windows on a page. */
const daysPerPage = 7
const minReason = 3
const notFound = () => refuse('NOT_FOUND') as Refusal<never>

interface Deps {
  db: Db
  clock: Clock
  /** Behind a desk over test money there is no bank: it has no files. */
  test: boolean
  vault: Pick<KeyRing, 'open'>
}

/** Files to our banks as they were sent, and what the banks said of them. Nothing here changes one. */
export function deskBankFileRoutes(server: DeskServer, { db, clock, test, vault }: Deps): void {
  const { wallClock } = server

  bindDesk(server, listBankFiles, async ({ query }) => {
    const now = clock.now()
    if (test) return { items: [], now }
    const before = query.pageKey !== undefined && /^\d{4}-\d\d-\d\d$/.test(query.pageKey) ? query.pageKey : undefined
    const days = await selectWindows(db, { before, limit: daysPerPage + 1 })
    const files = await selectFilesOf(db, days.slice(0, daysPerPage).map(({ day }) => day), now) // prettier-ignore
    const exceptions = await selectExceptions(db, files.map(({ fileId }) => fileId)) // prettier-ignore
    const { day, isToday, closesAt } = windowAt(now)
    const waiting = await db.transaction().execute((tx) => selectWaiting(tx, test))
    const { comparedAt, clearedAt } = await selectDoneSince(db, instantAt(calendarDate(now)))
    return {
      ...toPage(
        days,
        daysPerPage,
        (window) => ({
          ...window,
          files: files
            .filter((file) => file.day === window.day)
            .map((file) =>
              presentFile(
                file,
                exceptions.filter(({ fileId }) => fileId === file.fileId),
              ),
            ),
        }),
        (last) => last.day,
      ),
      window: {
        day,
        isToday,
        closesAt,
        waiting: waiting.map(({ kind, orders, sum }) => ({ kind, orders, sum: cents(sum) })),
        ...(comparedAt && { comparedAt }),
        ...(clearedAt && { clearedAt }),
      },
      now,
    }
  })

  bindDesk(server, getBankFile, async ({ params, query }) => {
    const now = clock.now()
    const file = test ? undefined : await selectFile(db, params.id, now)
    if (!file) return notFound()
    const exceptions = await selectExceptions(db, [file.fileId])
    const { only } = query
    const filter = only === 'exceptions' ? { only: undefined, lines: linesWith(exceptions) } : { only, lines: undefined }
    const after = Number(decodeNumberKey(query.pageKey) ?? 0n)
    const lines = await selectLines(db, file.fileId, filter, { after, limit: defaultPageSize + 1 })
    return {
      ...toPage(
        lines,
        defaultPageSize,
        (line) => presentLine(line, exceptions),
        ({ line }) => String(line),
      ),
      file: presentDetail(file, { exceptions, related: await selectRelated(db, file.fileId), now }),
      matching: await countLines(db, file.fileId, filter),
      now,
    }
  })

  bindDesk(server, revealBankFile, async ({ params, body: { reason }, operator, note, recorded }) => {
    if (reason.length < minReason) return refuse('REASON_REQUIRED')
    note({ reason })
    if (test) return notFound()
    const at = wallClock.now()
    const opened = await openFile(db, { secretHash: operator.secretHash, reference: params.id, reason, at })
    if (!opened) return notFound()
    const bytes = Buffer.from(vault.open(opened, opened.id), 'latin1')
    const digest = createHash('sha256').update(bytes).digest()
    recorded()
    return {
      content: bytes.toString('latin1'),
      size: bytes.length,
      digest: digest.toString('hex'),
      ...(opened.digest && { isKept: digest.equals(opened.digest) }),
      entry: Number(opened.entry),
      until: new Date(at.getTime() + stepUpMinutes * 60_000),
    }
  })
}
