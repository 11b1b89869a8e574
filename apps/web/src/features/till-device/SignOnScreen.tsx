import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { listTillPeople, signOn, type TillPerson } from '@nikau/contract/tills'
import { Avatar, initials, Keypad, type KeypadKey, Notice, TillMiddle, TillPersonButton, TillScreen, TillTop } from '@nikau/ui'
import { timeOfDay } from '@nikau/nz/nz-time'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { useOfflineSince } from './connection.ts'
import { currentTurn, pairing } from './device.ts'
import { tillCall } from './till-call.ts'
import { noteUse } from './useTurnEnd.ts'

const codeLength = 6

/** Who is at the till: a name, and that person's own six digits. */
export function SignOnScreen() {
  const { t } = useLingui()
  const till = useStoredValue(pairing)?.till
  const isOffline = useOfflineSince() !== undefined
  const { people, hasFailed } = usePeople(till?.id, isOffline)
  const [chosen, setChosen] = useState<string>()
  const person = people?.find(({ personId }) => personId === chosen) ?? people?.[0]
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<CallError>()
  const isBusy = useRef(false)
  if (!till) return undefined

  const submit = async (digits: string) => {
    if (!person || isBusy.current) return
    isBusy.current = true
    try {
      const turn = await tillCall(signOn, { params: { id: till.id }, body: { personId: person.personId, code: digits } })
      noteUse()
      currentTurn.set(turn)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error)
      setCode('')
    } finally {
      isBusy.current = false
    }
  }
  const type = (next: string) => {
    setCode(next)
    if (next !== '') setProblem(undefined)
    if (next.length === codeLength) void submit(next)
  }
  const press = (key: KeypadKey) => type(key === 'delete' ? code.slice(0, -1) : (code + key).slice(0, codeLength))
  const name = person ? person.name || t`No name yet` : ''

  return (
    <TillScreen>
      <TillTop isConnected={!isOffline} connection={isOffline ? <Trans>Offline</Trans> : <Trans>Online</Trans>}>
        <TillPersonButton
          media={
            <Avatar shape="leaf" tone="solid" size="s">
              {initials(till.merchantName)}
            </Avatar>
          }
          name={till.name}
          detail={till.merchantName}
          label=""
        />
      </TillTop>
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Who’s at the till?</Trans>
        </h1>
        {hasFailed && !people && (
          <div className="mt-5">
            <Notice tone="negative" title={<Trans>We couldn’t load the names</Trans>}>
              <Trans>Trying again.</Trans>
            </Notice>
          </div>
        )}
        {people?.length === 0 && (
          <p className="n-till-say">
            <Trans>Nobody has a code for tills yet. Everyone sets their own in Nikau for business, under Team.</Trans>
          </p>
        )}
        <Faces people={people ?? []} chosen={person?.personId} onChoose={(id) => (setChosen(id), type(''))} />
        {person && (
          <div className="mt-5">
            <label className="n-label" htmlFor="sign-on-code">
              {t`${name}’s code`}
            </label>
            <div className="n-code mt-2" data-length={codeLength}>
              {Array.from({ length: codeLength }, (_, box) => (
                <span className="n-code-box" key={box} aria-hidden data-current={box === code.length || undefined} data-empty={box >= code.length || undefined}>
                  {box < code.length && '•'}
                </span>
              ))}
              <input
                id="sign-on-code"
                type="password"
                inputMode="none"
                autoComplete="off"
                maxLength={codeLength}
                value={code}
                aria-describedby={problem ? 'sign-on-problem' : undefined}
                aria-invalid={problem !== undefined}
                onChange={({ target }) => type(target.value.replaceAll(/\D/g, ''))}
              />
            </div>
            <p id="sign-on-problem" role="alert" className="mt-2 min-h-12 font-semibold text-negative">
              {problem && <SignOnProblem problem={problem} />}
            </p>
          </div>
        )}
      </TillMiddle>
      {/* With the names, so that nothing moves when they come. */}
      {person && (
        <div className="pb-8">
          <Keypad label={t`Keypad`} deleteLabel={t`Delete last digit`} onKey={press} withoutDoubleZero />
        </div>
      )}
    </TillScreen>
  )
}

function Faces({ people, chosen, onChoose }: { people: readonly TillPerson[]; chosen: string | undefined; onChoose: (personId: string) => void }) {
  const { t } = useLingui()
  return (
    <fieldset className="n-faces mt-5">
      <legend className="n-hidden">{t`Person`}</legend>
      {people.map(({ personId, name: ownName }) => {
        // Somebody who has not entered a name in their profile.
        const name = ownName || t`No name yet`
        return (
          <label key={personId} className="n-face">
            <input type="radio" name="person" className="n-hidden" checked={personId === chosen} onChange={() => onChoose(personId)} />
            <Avatar size="l" tone={personId === chosen ? 'solid' : 'plain'}>
              {initials(name)}
            </Avatar>
            <span>{name}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

function SignOnProblem({ problem }: { problem: CallError }) {
  const { t } = useLingui()
  const { until, triesLeft } = problem.body
  if (problem.code === 'SIGN_ON_LOCKED') {
    const time = typeof until === 'string' ? timeOfDay(new Date(until)) : ''
    return <Trans>Too many wrong codes. You can try again at {time}.</Trans>
  }
  if (problem.code === 'SIGN_ON_FAILED') {
    const left = typeof triesLeft === 'number' ? triesLeft : 0
    return left > 0 ? t`That code isn’t right. ${plural(left, { one: '# try', other: '# tries' })} left.` : <Trans>That code isn’t right.</Trans>
  }
  if (problem.code === 'NETWORK' && problem.reason !== 'TimeoutError') return <Trans>There is no connection. Starting at a till needs one.</Trans>
  return <Trans>Something went wrong. Try again.</Trans>
}

const askAgainMs = 3000

function usePeople(id: string | undefined, isOffline: boolean) {
  const [people, setPeople] = useState<TillPerson[]>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (id === undefined) return undefined
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const load = () =>
      tillCall(listTillPeople, { params: { id } }, end.signal).then(
        (all) => setPeople(all.filter(({ hasCode }) => hasCode)),
        () => {
          if (end.signal.aborted) return
          setFailed(true)
          timer = setTimeout(() => void load(), askAgainMs)
        },
      )
    void load()
    return () => {
      end.abort()
      clearTimeout(timer)
    }
  }, [id, isOffline])
  return { people, hasFailed }
}
