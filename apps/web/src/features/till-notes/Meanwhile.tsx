import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CashIcon, Icon, OptionButton } from '@nikau/ui'
import { useCounter } from '../till-sale/index.ts'
import { useNotes } from './notes.ts'

/** What can be done without a connection. */
export function Meanwhile() {
  const { t } = useLingui()
  const { go } = useCounter()
  const notes = useNotes()
  const count = notes.length
  return (
    <section className="mt-6" aria-labelledby="meanwhile">
      <h2 id="meanwhile" className="font-semibold">
        <Trans>Meanwhile</Trans>
      </h2>
      <div className="mt-2">
        <OptionButton
          media={<CashIcon />}
          detail={
            count === 0 ? <Trans>Kept here, sent when we’re back</Trans> : t`${plural(count, { one: '# noted', other: '# noted' })}, sent when we’re back`
          }
          onPress={() => go({ at: 'note' })}
        >
          <Trans>Note a cash or EFTPOS sale</Trans>
        </OptionButton>
        {count > 0 && (
          <OptionButton media={<Icon name="document" />} detail={<Trans>Look at them, or take one off</Trans>} onPress={() => go({ at: 'notes' })}>
            <Trans>Noted sales</Trans>
          </OptionButton>
        )}
        <OptionButton media={<Icon name="qr" />} detail={<Trans>The customer’s own phone has to be online</Trans>} onPress={() => go({ at: 'sticker' })}>
          <Trans>Use the printed sticker</Trans>
        </OptionButton>
      </div>
    </section>
  )
}
