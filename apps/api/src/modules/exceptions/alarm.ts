import { queueMessage } from '@nikau/rails'
import type { Clock, Db, Log } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { needsAlarm, targetOf } from './rules.ts'
import { lockUnalarmed, markAlarmed, type OpenException } from './store-ages.ts'

export interface AlarmDeps {
  db: Db
  clock: Clock
  log: Log
  /** Empty: alarms are only logged. */
  alarmEmail: string
}

/**
 * Tells the operators about every exception that is past its target, or cannot wait: once for each, in one email per run. It says kind,
 * id and times, never what the exception is about: email is no place for customers' data.
 */
export async function alarm({ db, clock, log, alarmEmail }: AlarmDeps): Promise<number> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const due = (await lockUnalarmed(tx)).filter(({ kind, openedAt }) => needsAlarm(kind, openedAt, now))
    if (due.length === 0) return 0
    await markAlarmed(
      tx,
      due.map(({ id }) => id),
      now,
    )
    for (const { id, kind, openedAt } of due) log.error({ exception: String(id), kind, openedAt }, 'exception needs an operator now')
    if (alarmEmail !== '') {
      const key = `exception-alarm:${due[0]!.id}:${now.toISOString()}`
      await queueMessage(tx, { channel: 'email', to: alarmEmail, subject: subjectFor(due), text: textFor(due), key, purpose: 'exception-alarm' })
    }
    return due.length
  })
}

const subjectFor = (due: readonly OpenException[]) =>
  due.length === 1 ? `Exception ${due[0]!.id}: ${due[0]!.kind}` : `${due.length} exceptions need an operator`

function textFor(due: readonly OpenException[]): string {
  const minute = (at: Date) => `${at.toISOString().slice(0, 16)}Z`
  const lines = due.map(({ id, kind, openedAt }) => `${id}  ${kind}  opened ${minute(openedAt)}, to be resolved by ${minute(targetOf(kind, openedAt))}`)
  return `${lines.join('\n')}\n\nWhat to do about each is in docs/operations/exceptions.md.`
}
