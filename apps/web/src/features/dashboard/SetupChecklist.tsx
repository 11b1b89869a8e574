import { Trans, useLingui } from '@lingui/react/macro'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { shortDate } from '@nikau/nz/nz-time'
import { Card, Checklist, type ChecklistItem, ProgressBar, Section } from '@nikau/ui'
import { useFlags } from '../../lib/flags.ts'
import { codeProgress } from '../../lib/code-progress.ts'
import { useBankAccounts } from '../../lib/funds.ts'
import { useProfile } from '../../lib/profile.ts'
import { useScreenPath } from '../../lib/current-screen.ts'

/** Shown while the wallet has no activity, and until the bank account of the first top-up is verified. */
export function SetupChecklist() {
  const { t } = useLingui()
  const items = useSetupSteps()
  const done = items.filter(({ state }) => state === 'done').length
  const count = items.length
  return (
    <Section title={<Trans>Get set up</Trans>} end={<span className="text-label text-ink-2">{t`${done} of ${count} done`}</span>}>
      <ProgressBar fraction={done / count} label={t`${done} of ${count} steps done`} />
      <div className="pt-4">
        <Card flush>
          <Checklist items={items} />
        </Card>
      </div>
    </Section>
  )
}

function useSetupSteps(): ChecklistItem[] {
  const { testAssetsEnabled } = useFlags()
  const { phone } = useProfile()
  const accounts = useBankAccounts().data ?? []
  const linked = accounts.length > 0
  const waiting = accounts.find((account) => !account.verified && codeProgress(account) !== 'none')
  const [link, topup, locations, banks] = [
    useScreenPath('link-bank-account'),
    useScreenPath('topup'),
    useScreenPath('locations'),
    useScreenPath('bank-accounts'),
  ]
  const phoneStep: ChecklistItem = { key: 'phone', state: 'done', title: <Trans>Your mobile number</Trans>, detail: phone && localPhone(phone) }
  const firstTopUp = { key: 'topup', title: <Trans>Make your first top-up</Trans> }
  if (testAssetsEnabled)
    return [
      phoneStep,
      { ...firstTopUp, state: 'next', href: topup, detail: <Trans>Test money arrives straight away.</Trans> },
      { key: 'shops', state: 'later', href: locations, title: <Trans>Find a shop</Trans>, detail: <Trans>See shops near you that accept Nikau.</Trans> },
    ]
  return [
    phoneStep,
    {
      key: 'link',
      state: linked ? 'done' : 'next',
      href: linked ? undefined : link,
      title: <Trans>Link a bank account</Trans>,
      detail: <Trans>Takes about 2 minutes.</Trans>,
    },
    ...(waiting
      ? [
          { ...firstTopUp, state: 'done' as const },
          { key: 'verify', state: 'next' as const, href: banks, title: <Trans>Verify your bank account</Trans>, detail: <CodeDetail account={waiting} /> },
        ]
      : [
          {
            ...firstTopUp,
            state: linked ? ('next' as const) : ('later' as const),
            href: linked ? topup : undefined,
            detail: <Trans>This also verifies your bank account.</Trans>,
          },
        ]),
  ]
}

function CodeDetail({ account }: { account: BankAccount }) {
  const progress = codeProgress(account)
  if (typeof progress === 'string') return <Trans>Enter the 4-digit code from your bank statement.</Trans>
  const day = shortDate(progress.from)
  return <Trans>The 4-digit code will be on your statement by {day}.</Trans>
}

/** `+64215550142` in New Zealand format: `021 555 0142`. */
function localPhone(phone: string): string {
  return phone.replace(/^\+64/, '0').replace(/^(\d{3})(\d{3})(\d+)$/, '$1 $2 $3')
}
