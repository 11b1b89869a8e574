import { Trans, useLingui } from '@lingui/react/macro'
import { cents, format, parseDollars } from '@nikau/money'
import { Icon, Money } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { toInputText } from '../../lib/amount-input.ts'
import { AmountSheet } from '../../lib/AmountSheet.tsx'
import type { Limits } from './limits.ts'
import './connections.css'

type Which = keyof Limits

interface LimitFiguresProps {
  limits: Limits
  /** Resolves to false if the change was not made; the editor stays open then. */
  onChange: (limits: Limits) => Promise<boolean>
  isPending?: boolean
  /** Shown in the editor above the amount. */
  error?: ReactNode
}

/** The two limits as large figures; each opens its editor. */
export function LimitFigures({ limits, onChange, isPending = false, error }: LimitFiguresProps) {
  const { t } = useLingui()
  const [edited, setEdited] = useState<Which>()
  const names = { each: t`Each time`, total: t`Each month` }
  return (
    <div className="connection-limits">
      {(['each', 'total'] as const).map((which) => {
        const [name, text] = [names[which], format(limits[which])]
        return (
          <button type="button" key={which} aria-label={t`${name}: ${text}, change`} onClick={() => setEdited(which)}>
            <span className="text-caption text-ink-2">{name}</span>
            <Money size="m" text={text} />
            <Icon name="edit" size="s" />
          </button>
        )
      })}
      {edited && (
        <LimitEditor
          which={edited}
          name={names[edited]}
          limits={limits}
          isPending={isPending}
          error={error}
          onClose={() => setEdited(undefined)}
          onSubmit={async (changed) => {
            if (await onChange(changed)) setEdited(undefined)
          }}
        />
      )}
    </div>
  )
}

const highest = cents(99_999_999n)

interface LimitEditorProps {
  which: Which
  name: string
  limits: Limits
  isPending: boolean
  error: ReactNode
  onClose: () => void
  onSubmit: (limits: Limits) => Promise<void>
}

function LimitEditor({ which, name, limits, isPending, error, onClose, onSubmit }: LimitEditorProps) {
  const [text, setText] = useState(() => toInputText(limits[which]))
  const amount = parseDollars(text)
  const [each, total] = [format(limits.each), format(limits.total)]
  const submit = () => {
    const changed = amount !== undefined && amount > 0n && amount <= highest ? { ...limits, [which]: amount } : undefined
    if (changed === undefined || changed.each > changed.total) return false
    void onSubmit(changed)
    return true
  }
  return (
    <AmountSheet
      title={name}
      text={text}
      onChange={setText}
      submitLabel={<Trans>Set limit</Trans>}
      isPending={isPending}
      onSubmit={submit}
      invalidText={
        which === 'each' ? <Trans>Enter an amount up to {total}, your limit each month</Trans> : <Trans>Enter at least {each}, your limit each time</Trans>
      }
      below={which === 'each' ? <Trans>You’re asked for anything over it.</Trans> : <Trans>Starts again on the first of each month.</Trans>}
      error={error}
      onClose={onClose}
    />
  )
}
