import { Trans, useLingui } from '@lingui/react/macro'
import { directDebitTermsVersion } from '@nikau/contract/bank-accounts'
import { Bullets, Card, Checkbox, Sheet } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'

/** A summary in four points, above the link to the full terms. */
export function DirectDebitSummary() {
  return (
    <Card>
      <h2 className="pb-1 font-semibold">
        <Trans>What a direct debit means</Trans>
      </h2>
      <Bullets
        items={[
          { key: 'requested', text: <Trans>We only debit your account when you ask for a top-up.</Trans> },
          { key: 'notice', text: <Trans>We’ll email you before every direct debit.</Trans> },
          { key: 'stop', text: <Trans>You can stop it here or at your bank at any time.</Trans> },
          {
            key: 'reverse',
            text: <Trans>If we get it wrong, your bank can reverse it for up to 120 days, or up to 9 months if you never agreed to it.</Trans>,
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

/** A link that opens the terms. */
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
 * Draft wording: a lawyer must review it before anyone is debited under it (docs/decisions/0085). Any change to the wording is
 * a new version of the terms.
 */
function Terms({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const version = directDebitTermsVersion
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Direct debit terms</Trans>} closeLabel={t`Close`}>
      <div className="flex flex-col gap-4">
        <Clause title={<Trans>What you allow</Trans>}>
          <Trans>
            You allow Nikau to debit this bank account for the top-ups you ask for, and for nothing else. You confirm that you can operate the account on your
            own.
          </Trans>
        </Clause>
        <Clause title={<Trans>Notice</Trans>}>
          <Trans>
            When you ask for a top-up, we email you its amount and date before we debit your account, and you agree that this may be on the same day. For any
            other kind of debit, we would give you at least 10 days’ and at most 2 months’ written notice.
          </Trans>
        </Clause>
        <Clause title={<Trans>Stopping it</Trans>}>
          <Trans>
            You can end this authority at any time: unlink the account here, or tell your bank. You can also ask your bank to stop a single debit before it is
            made.
          </Trans>
        </Clause>
        <Clause title={<Trans>Getting money back</Trans>}>
          <Trans>
            You can ask your bank to reverse a debit for up to 120 days after it was made if you got no notice of it or it didn’t match the notice, and for up
            to 9 months if you never agreed to it.
          </Trans>
        </Clause>
        <Clause title={<Trans>Your bank</Trans>}>
          <Trans>Your bank may decline a debit, for example if there isn’t enough money in the account, and may charge you a fee under its own terms.</Trans>
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

/** The required consent, for a form with an `agreed` field. */
export function AgreeCheckbox<Form extends FieldValues & { agreed: boolean }>({ control }: { control: Control<Form> }) {
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
