import { Trans, useLingui } from '@lingui/react/macro'
import { directDebitTermsVersion } from '@nikau/contract/bank-accounts'
import { Bullets, Card, Checkbox, Sheet } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'

/** What it means in four sentences, above the terms themselves. */
export function DirectDebitSummary() {
  return (
    <Card>
      <h2 className="pb-1 font-semibold">
        <Trans>What a direct debit means</Trans>
      </h2>
      <Bullets
        items={[
          { key: 'asked', text: <Trans>We only take money when you ask for a top up.</Trans> },
          { key: 'notice', text: <Trans>We e-mail you a notice for every debit.</Trans> },
          { key: 'stop', text: <Trans>You can stop it here or at your bank at any time.</Trans> },
          {
            key: 'reverse',
            text: <Trans>If we get it wrong, your bank can reverse it for 120 days, and up to 9 months if it was never agreed.</Trans>,
          },
        ]}
      />
      <div className="py-3">
        <TermsLink>
          <Trans>Read the full terms</Trans>
        </TermsLink>
      </div>
    </Card>
  )
}

/** Words that bring the terms up. */
export function TermsLink({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="n-link" data-size="label" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </button>
      {open && <Terms onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Our own wording, to be reviewed by a lawyer before anyone is debited under it (docs/decisions/0085). A change of these words
 * is a new version of the terms.
 */
function Terms({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const version = directDebitTermsVersion
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Direct debit terms</Trans>} closeLabel={t`Close`}>
      <div className="flex flex-col gap-4">
        <Clause title={<Trans>What you allow</Trans>}>
          <Trans>
            You allow Nikau to take from this bank account, by direct debit, the amounts that you ask to top up your wallet with, and nothing else. You confirm
            that you may operate the account on your own.
          </Trans>
        </Clause>
        <Clause title={<Trans>Notice</Trans>}>
          <Trans>
            When you ask for a top up we e-mail you its amount and its date before your bank is asked, and you agree that this may be on the same day. For any
            debit of another kind we would give you at least 10 days and at most 2 months of written notice.
          </Trans>
        </Clause>
        <Clause title={<Trans>Stopping it</Trans>}>
          <Trans>
            You can end this authority at any time: unlink the account here, or tell your bank. You can also stop a single debit at your bank before it is made.
          </Trans>
        </Clause>
        <Clause title={<Trans>Getting money back</Trans>}>
          <Trans>
            You can ask your bank to reverse a debit up to 120 days after it was made, if you were given no notice of it or it was not as the notice said. You
            can ask for up to 9 months, if you had not agreed to it at all.
          </Trans>
        </Clause>
        <Clause title={<Trans>Your bank</Trans>}>
          <Trans>Your bank may decline a debit, for example when there is not enough money in the account, and may charge you for it by its own terms.</Trans>
        </Clause>
        <p className="text-label text-ink-2">
          <Trans>Version {version}</Trans>
        </p>
      </div>
    </Sheet>
  )
}

function Clause({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <p>{children}</p>
    </section>
  )
}

/** The box that must be ticked, in a form that has `agreed` among its fields. */
export function AgreeBox<Form extends FieldValues & { agreed: boolean }>({ control }: { control: Control<Form> }) {
  const { t } = useLingui()
  return (
    <Controller
      control={control}
      name={'agreed' as Path<Form>}
      rules={{ validate: (agreed: boolean) => agreed || t`You must agree in order to use Direct Debit` }}
      render={({ field: { value, onChange, onBlur, name, ref }, fieldState }) => (
        <Checkbox checked={value} onChange={onChange} onBlur={onBlur} name={name} ref={ref} error={fieldState.error?.message}>
          <Trans>I agree to the direct debit terms and can operate this account on my own.</Trans>
        </Checkbox>
      )}
    />
  )
}
