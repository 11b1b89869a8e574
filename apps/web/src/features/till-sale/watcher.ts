import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { CallError } from '../../lib/call-error.ts'
import type { RestDeps } from './rest-engine.ts'
import { hasRest, type StoredCharge } from './sale.ts'

const pollMs = 1000
/** A payment that is under way when the request expires may still end. */
const giveUpAfterMs = 10_000
/** A gap in the connection that is shorter changes nothing on the screen. */
const doubtAfterMs = 5000
const askAgainMs = 2000

interface WatcherDeps extends Pick<RestDeps, 'api' | 'charge' | 'request' | 'see' | 'update'> {
  now: () => Date
  wait: (ms: number) => Promise<void>
  /** Of errors that no call explains. */
  report: (error: unknown) => void
  emit: () => void
  /** Records what the till took itself, unless an action is on its way. */
  record: (charge: StoredCharge) => Promise<void>
  /** The charge never reached the server. */
  forget: () => void
}

/** Follows a charge by reading its request, and finds out about one that was not answered by its key. */
export function createWatcher({ api, charge, request, see, update, now, wait, report, emit, record, forget }: WatcherDeps) {
  /** The charge that is being watched. */
  let watched: string | undefined
  let isStopped = false
  let wake = () => {}
  const isCharge = (key: string) => charge()?.key === key

  /** Follows the charge until it has ended, whatever happens to the connection or the page. */
  async function watch(key: string): Promise<void> {
    if (watched === key) return
    watched = key
    let silentSince: Date | undefined
    try {
      // oxlint-disable-next-line no-unmodified-loop-condition -- changed by stop, between two steps
      while (!isStopped && isCharge(key)) {
        const open = charge()!
        try {
          // oxlint-disable-next-line no-await-in-loop -- one call after the other
          const goesOn = await step(open)
          silentSince = undefined
          emit()
          if (!goesOn) break
        } catch (error) {
          // A fault of ours does not leave the charge unwatched.
          if (!(error instanceof CallError) && !silentSince) report(error)
          silentSince ??= now()
          if (!isKnown() && now().getTime() - silentSince.getTime() >= doubtAfterMs) update({ isInDoubt: true })
          emit()
        }
        const isUnsure = charge()?.isInDoubt ?? charge()?.returning?.isUnknown
        // oxlint-disable-next-line no-loop-func
        await Promise.race([wait(isUnsure ? askAgainMs : pollMs), new Promise<void>((resolve) => (wake = resolve))])
      }
    } finally {
      if (watched === key) watched = undefined
    }
  }

  /** Of a part payment the till knows what is paid, of what it took that it has to be recorded, and of what it gives back what that was. */
  const isKnown = (): boolean => {
    const [open, seen] = [charge(), request()]
    return open?.taking !== undefined || open?.returning !== undefined || (seen !== undefined && hasRest(seen))
  }

  /** A payment that was decided just before the request expired may be told of just after. */
  const isOver = ({ expiresAt }: PaymentRequest): boolean => now().getTime() > expiresAt.getTime() + giveUpAfterMs
  /** A request that can still change by itself. */
  const isOpen = ({ status }: PaymentRequest): boolean => status === 'new' || (status === 'expired' && !charge()?.isOver)

  /** One look at the charge; false when there is nothing more to wait for. */
  async function step(open: StoredCharge): Promise<boolean> {
    if (open.isInDoubt || open.requestId === undefined) return await settleDoubt(open)
    if (open.taking) {
      await record(open)
      return true
    }
    const seen = await api.read(open.requestId)
    if (!isCharge(open.key)) return false
    see(seen)
    if (charge()?.returning?.isUnknown) return true
    if (isOpen(seen) && isOver(seen)) return await settleDoubt(open)
    return isOpen(seen)
  }

  /** The server cancels what is still new, leaves what is paid, and lets the key make nothing later. */
  async function settleDoubt(open: StoredCharge): Promise<boolean> {
    const found = await api.abandon(open.key)
    if (!isCharge(open.key)) return false
    if (found) {
      update({ isInDoubt: undefined, ...(found.status === 'expired' && isOver(found) && { isOver: true }) })
      see(found)
      return isOpen(found)
    }
    forget()
    return false
  }

  return {
    /** Looks at once. */
    follow: (key: string) => {
      if (watched === key) wake()
      else void watch(key)
    },
    isBusy: () => isStopped || watched !== undefined,
    isOpen,
    start: () => void (isStopped = false),
    stop: () => {
      isStopped = true
      wake()
    },
  }
}
