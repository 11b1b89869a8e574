import { type ControlValue, type Flag, type Stop, stopNames } from '@nikau/contract/desk/controls'
import { flagNames } from '@nikau/contract/flags'

const mere = { id: 'mere.tamihana', name: 'Mere Tamihana' }
const wiremu = { id: 'wiremu.parata', name: 'Wiremu Parata' }

const value = (control: string, change: Partial<ControlValue>): ControlValue => ({
  control,
  value: 'stopped',
  from: new Date('2026-11-17T13:20:00+13:00'),
  proposer: mere,
  approvers: [],
  reason: 'Westpac answers 503 since 1:14 pm. 41 payments wait.',
  ...change,
})

const westpac = value('stop:bank-westpac', {})
const emailOff = value('flag:sendAssetsToEmailEnabled', {
  value: 'off',
  from: new Date('2026-11-13T16:02:00+13:00'),
  proposer: wiremu,
  reason: 'Wrong recipients, cases 74 to 76',
})
const windows = value('stop:windows', {
  from: new Date('2026-11-17T14:02:00+13:00'),
  proposer: undefined,
  reason: 'An invariant does not hold: units_sum_to_zero',
})

export const controlValues: ControlValue[] = [
  windows,
  westpac,
  emailOff,
  value('stop:farm-card', { value: 'running', from: new Date('2026-11-12T09:30:00+13:00'), approvers: [wiremu], reason: 'The company answers again' }),
  value('stop:farm-card', { from: new Date('2026-11-12T08:10:00+13:00'), until: new Date('2026-11-12T09:30:00+13:00'), reason: 'The company is down' }),
]

/** Westpac was stopped by a person, the windows by the check of the books. */
export const stopsAnswer = (change: Partial<Stop> & Pick<Stop, 'name'> = { name: 'top-ups' }): Stop[] =>
  stopNames.map((name) => {
    const stop: Stop =
      name === 'bank-westpac'
        ? { name, stopped: true, last: westpac, start: { act: 'start-again', needs: [['operations', 'finance-lead']] } }
        : name === 'windows'
          ? { name, stopped: true, last: windows, start: { act: 'start-after-break', needs: [['finance-lead'], ['compliance']] } }
          : { name, stopped: false }
    return name === change.name ? { ...stop, ...change } : stop
  })

export const flagsAnswer = (): Flag[] =>
  flagNames.map((name) => (name === 'sendAssetsToEmailEnabled' ? { name, on: false, last: emailOff } : { name, on: name.startsWith('show') }))
