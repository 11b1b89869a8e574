import {
  type ControlValue,
  type Flag,
  listControlValues,
  listFlags,
  listStops,
  setFlag,
  type Stop,
  type StopName,
  stopNames,
  stopNow,
} from '@nikau/contract/desk/controls'
import { flagNames, type FlagName, flagsOnByDefault } from '@nikau/contract/flags'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { fromWorker } from '../desk-proposals/index.ts'
import { actRules } from '../operations/index.ts'
import { selectHistory, selectLastValues, selectWaitingStarts, type ValueRow } from './store.ts'

const minReason = 3

/** Stops and flags: read here, set by the worker. `flags`: those of the configuration, while no operator has set them. */
export function deskControlRoutes(server: DeskServer, { db, clock, flags }: { db: Db; clock: Clock; flags: Partial<Record<FlagName, boolean>> }): void {
  const readStops = async (): Promise<Stop[]> => {
    const [values, starts] = [await selectLastValues(db, 'stop:'), await selectWaitingStarts(db, clock.now())]
    return stopNames.map((name) => presentStop(name, values.get(`stop:${name}`), starts.get(`stop:${name}`)))
  }
  const readFlags = async (): Promise<Flag[]> => {
    const values = await selectLastValues(db, 'flag:')
    return flagNames.map((name) => presentFlag(name, values.get(`flag:${name}`), flags[name] ?? flagsOnByDefault.includes(name)))
  }

  bindDesk(server, listStops, async () => ({ stops: await readStops(), now: clock.now() }))

  bindDesk(server, stopNow, async ({ params: { name }, body: { reason = '', key }, ask }) => {
    if (reason.length < minReason) return refuse('REASON_REQUIRED')
    const done = fromWorker(await ask({ call: 'propose', proposal: { kind: 'stop', content: { name }, note: reason } }, key))
    return done instanceof Refusal ? done : (await readStops()).find((stop) => stop.name === name)!
  })

  bindDesk(server, listFlags, async () => ({ flags: await readFlags(), now: clock.now() }))

  bindDesk(server, setFlag, async ({ params: { name }, body: { on, reason = '', key }, ask }) => {
    if (reason.length < minReason) return refuse('REASON_REQUIRED')
    const done = fromWorker(await ask({ call: 'propose', proposal: { kind: 'set-flag', content: { name, on }, note: reason } }, key))
    return done instanceof Refusal ? done : (await readFlags()).find((flag) => flag.name === name)!
  })

  bindDesk(server, listControlValues, async ({ query: { control = '', at, pageKey }, note }) => {
    note({ detail: { ...(control !== '' && { control }), ...(at && { at: at.toISOString() }) } })
    const rows = await selectHistory(db, { prefix: control, at, before: decodeNumberKey(pageKey), limit: defaultPageSize + 1 })
    return toPage(rows, defaultPageSize, presentValue, (last) => String(last.id))
  })
}

function presentStop(name: StopName, row: ValueRow | undefined, proposalId: string | undefined): Stop {
  const stopped = row?.value === 'stopped'
  const act = row?.operator === null ? 'start-after-break' : 'start-again'
  const needs = actRules[act].approvers().map((roles) => [...roles])
  return {
    name,
    stopped,
    ...(row && { last: presentValue(row) }),
    ...(stopped && { start: { act, needs, ...(proposalId !== undefined && { proposalId }) } }),
  }
}

function presentFlag(name: FlagName, row: ValueRow | undefined, configured: boolean): Flag {
  return { name, on: row ? row.value === 'on' : configured, ...(row && { last: presentValue(row) }) }
}

function presentValue({ control, value, from, until, operator, name, approvers, reason }: ValueRow): ControlValue {
  return {
    control,
    value,
    from,
    ...(until && { until }),
    ...(operator !== null && { proposer: { id: operator, name: name ?? operator } }),
    approvers,
    reason,
  }
}
