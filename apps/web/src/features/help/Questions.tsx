import { Trans } from '@lingui/react/macro'
import { Disclosure, TextLink } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useScreenPath } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'

/** Short answers, each true of what the product does (docs/money). */
export function Questions() {
  const withdraw = useScreenPath('withdraw')
  return (
    <div className="flex flex-col gap-3">
      <Question title={<Trans>How do I pay?</Trans>}>
        <TextLink href={paths.guides(paths.help, 'payments', 'making-a-payment')}>
          <Trans>Making a Payment</Trans>
        </TextLink>
      </Question>
      <Question title={<Trans>How long does a top-up take?</Trans>}>
        <Trans>A direct debit takes two or three business days. You see the day before you confirm it. Until we send it to your bank, you can cancel it.</Trans>
      </Question>
      <Question title={<Trans>Why is my top-up held?</Trans>}>
        <Trans>
          The bank account isn’t verified yet. Enter the 4-digit code from your bank statement under{' '}
          <TextLink href={paths.bankAccounts}>Bank Accounts</TextLink>, and the money is released to your wallet.
        </Trans>
      </Question>
      {withdraw !== undefined && (
        <Question title={<Trans>Can I cancel a withdrawal?</Trans>}>
          <Trans>No. It leaves your wallet at once, and its page shows the day it arrives. If your bank returns it, the money is back in your wallet.</Trans>
        </Question>
      )}
      <Question title={<Trans>I sent money to the wrong person</Trans>}>
        <Trans>
          If they have no wallet yet, it waits up to 14 days: open the send in your <TextLink href={paths.activity}>activity</TextLink> and recall it. If they
          have one, it was theirs at once. Only they can send it back, so ask them first, then us.
        </Trans>
      </Question>
      <Question title={<Trans>The shop says I haven’t paid</Trans>}>
        <Trans>
          Look in your <TextLink href={paths.activity}>activity</TextLink>. If the payment is there, show the shop its receipt. If it isn’t, nothing has left
          your wallet for it.
        </Trans>
      </Question>
      <Question title={<Trans>How do I get a refund?</Trans>}>
        <Trans>Ask the shop. It makes the refund, and the money goes back to where you paid from.</Trans>
      </Question>
    </div>
  )
}

function Question({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Disclosure closed title={title}>
      <p>{children}</p>
    </Disclosure>
  )
}
