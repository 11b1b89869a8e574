import { I18nProvider } from '@lingui/react'
import {
  claimAssetTransfer,
  claimAssetTransferByLink,
  cancelAssetTransfer,
  createAssetTransfer,
  declineAssetTransfer,
  remindAssetTransfer,
  reportAssetTransfer,
} from '@nikau/contract/asset-transfers'
import type { Asset } from '@nikau/contract/assets'
import { authorizeDirectDebit, linkBankAccount, unlinkBankAccount, verifyBankAccount } from '@nikau/contract/bank-accounts'
import { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { authorizeConnection } from '@nikau/contract/connections'
import { commonRefusals, type Endpoint } from '@nikau/contract'
import { abortFundsTransfer, createWithdrawal } from '@nikau/contract/funds-transfers'
import { createHeldSend } from '@nikau/contract/held-sends'
import { checkRecipient } from '@nikau/contract/payees'
import { createPatronCode } from '@nikau/contract/patron-codes'
import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { unfreezeAccount } from '@nikau/contract/safety'
import { cents } from '@nikau/money'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { ClaimProblem } from '../features/asset-transfers/ClaimButton.tsx'
import { DeclineProblem } from '../features/asset-transfers/DeclineDialogs.tsx'
import { RecallProblem } from '../features/asset-transfers/RecallTransfer.tsx'
import { RemindProblem } from '../features/asset-transfers/WaitingActions.tsx'
import { UnlinkProblem } from '../features/bank-accounts/AccountActions.tsx'
import { LinkRefusal } from '../features/bank-accounts/LinkModal.tsx'
import { VerifyProblem } from '../features/bank-accounts/VerifyCard.tsx'
import { CodeFailure } from '../features/codes/CodeFailure.tsx'
import { ConnectProblem } from '../features/connections/AuthoriseScreen.tsx'
import { cardErrorOf, isRequestClosed } from '../features/farm-card/errors.ts'
import { CardErrorNotice, finalErrorText } from '../features/farm-card/messages.tsx'
import { PayModal } from '../features/pay/PayModal.tsx'
import { modalForError } from '../features/pay/refusals.ts'
import { UnfreezeProblem } from '../features/safety/FrozenCard.tsx'
import { NotSentError, SendError } from '../features/send/SendError.tsx'
import { CancelProblem } from '../features/transfers/CancelTransfer.tsx'
import { WithdrawError } from '../features/withdraw/WithdrawError.tsx'
import { CallError } from '../lib/call-error.ts'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'

// Every refusal that the contract lists for a call that moves money, or that lets others move it, has a text of its own on its
// screen. A refusal that is added to the contract fails here until its screen says something about it.

const nothing = () => {}
const wallet = { id: 'w', category: 'money', type: 'nikau.nzd.main' } as Asset
const dialogProps = { unknowns: 1, onRetry: nothing, onClose: nothing }

interface Screen {
  name: string
  endpoint: Endpoint
  show: (error: CallError) => ReactNode
  /** Refusals that the screen answers with another page or step, each with its own test. */
  elsewhere?: readonly string[]
  /** Says whether money is safe in each case. Calls that move none need not. */
  assures?: true
}

const screens: Screen[] = [
  {
    name: 'pay',
    endpoint: payPaymentRequest,
    show: (error) => <PayModal kind={modalForError(error)} onClose={nothing} onSelectWallet={nothing} />,
    assures: true,
  },
  {
    name: 'send',
    endpoint: createAssetTransfer,
    show: (error) => <SendError error={error} asset={wallet} amount={cents(2000n)} {...dialogProps} />,
    assures: true,
  },
  {
    name: 'check of a recipient',
    endpoint: checkRecipient,
    show: (error) => (
      <NotSentError error={error} asset={wallet} amount={cents(2000n)} {...dialogProps}>
        Not checked.
      </NotSentError>
    ),
    assures: true,
  },
  {
    name: 'send that waits',
    endpoint: createHeldSend,
    show: (error) => (
      <NotSentError error={error} asset={wallet} amount={cents(2000n)} {...dialogProps}>
        Not waiting.
      </NotSentError>
    ),
    assures: true,
  },
  {
    name: 'withdraw',
    endpoint: createWithdrawal,
    show: (error) => <WithdrawError error={error} amount={cents(5000n)} available={cents(3000n)} {...dialogProps} />,
    assures: true,
  },
  {
    name: 'link',
    endpoint: linkBankAccount,
    show: (error) => <LinkRefusal error={error} failures={1} onRetry={nothing} onClose={nothing} onHelp={async () => {}} />,
    assures: true,
  },
  {
    name: 'direct debit',
    endpoint: authorizeDirectDebit,
    show: (error) => <LinkRefusal error={error} failures={1} onRetry={nothing} onClose={nothing} onHelp={async () => {}} />,
    assures: true,
  },
  { name: 'verify', endpoint: verifyBankAccount, show: (error) => <VerifyProblem error={error} /> },
  { name: 'unlink', endpoint: unlinkBankAccount, show: (error) => <UnlinkProblem error={error} /> },
  { name: 'cancel a top-up', endpoint: abortFundsTransfer, show: (error) => <CancelProblem error={error} /> },
  {
    name: 'claim',
    endpoint: claimAssetTransfer,
    show: (error) => <ClaimProblem problem={error} />,
    elsewhere: ['ASSET_TRANSFER_INVALID_RECIPIENT', 'ALIAS_NOT_CONFIRMED'],
  },
  { name: 'claim by link', endpoint: claimAssetTransferByLink, show: (error) => <ClaimProblem problem={error} byLink /> },
  { name: 'recall', endpoint: cancelAssetTransfer, show: (error) => <RecallProblem error={error} />, elsewhere: ['INVALID_ASSET_TRANSFER_STATUS'] },
  { name: 'remind', endpoint: remindAssetTransfer, show: (error) => <RemindProblem error={error} />, elsewhere: ['FORBIDDEN'] },
  { name: 'decline', endpoint: declineAssetTransfer, show: (error) => <DeclineProblem error={error} />, elsewhere: ['FORBIDDEN'] },
  { name: 'report', endpoint: reportAssetTransfer, show: (error) => <DeclineProblem error={error} />, elsewhere: ['FORBIDDEN'] },
  { name: 'connect', endpoint: authorizeConnection, show: (error) => <ConnectProblem error={error} />, assures: true },
  { name: 'patron code', endpoint: createPatronCode, show: (error) => <CodeFailure error={error} onTryAgain={nothing} /> },
  { name: 'unfreeze', endpoint: unfreezeAccount, show: (error) => <UnfreezeProblem error={error} />, elsewhere: ['FORBIDDEN'] },
  {
    name: 'farm card',
    endpoint: verifyFarmlandsCard,
    show: (error) => {
      const card = cardErrorOf(error) ?? 'card-invalid'
      const text = finalErrorText(card)
      return text ? <FinalError {...text} /> : <CardErrorNotice error={card} />
    },
    // An invalid card and a wrong code are what the form itself is about.
    elsewhere: [
      'REQUEST_NOT_FOUND',
      'REQUEST_PAID',
      'REQUEST_CANCELLED',
      'REQUEST_EXPIRED',
      'CARD_VERIFICATION_FAILED',
      'CODE_VERIFICATION_FAILED',
      'PATRON_CODE_INVALID',
      'CARD_COMPANY_UNAVAILABLE',
    ],
  },
]

function FinalError({ title, text, charge }: NonNullable<ReturnType<typeof finalErrorText>>) {
  return (
    <p>
      {title} {text} {charge}
    </p>
  )
}

const safe =
  /Your money is still in your wallet\.|Nothing was sent\.|You have not been charged\.|You will not be charged twice\.|No money was moved\.|already been completed|We can't find this payment request|Look at your activity before|It’s never made twice\./

beforeAll(() => activateLanguage('en-NZ'))
afterEach(cleanup)

/** `CODE: what the screen says`. */
async function textsOf(screen: Screen, errors: readonly (readonly [code: string, status: number])[]): Promise<string[]> {
  const texts: string[] = []
  for (const [code, status] of errors) {
    await render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>{screen.show(new CallError(status, code))}</MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    )
    texts.push(`${code}: ${document.body.textContent}`)
    await cleanup()
  }
  return texts
}

test.each(screens)('$name: each refusal has a text of its own, not that of an unknown one', async (screen) => {
  const own = Object.entries(screen.endpoint.refusals).filter(([code]) => !screen.elsewhere?.includes(code))
  const texts = await textsOf(screen, own)
  const [unknown] = await textsOf(screen, [['NEVER_HEARD_OF', 403]])
  for (const line of texts) {
    expect(line).not.toContain(unknown!.split(': ')[1])
    expect(line).not.toMatch(/Something [Ww]ent [Ww]rong/)
    if (screen.assures) expect(line).toMatch(safe)
  }
})

test.each(screens)('$name: a failure without a cause says what is certain', async (screen) => {
  // SIGN_IN_AGAIN is confirmed in a sheet, and the call made again.
  const failures = [...Object.entries(commonRefusals).filter(([code]) => code !== 'SIGN_IN_AGAIN'), ['NETWORK', 0] as const]
  for (const line of await textsOf(screen, failures)) {
    expect(line.length).toBeGreaterThan(20)
    if (screen.assures) expect(line).toMatch(safe)
  }
})

test('a request that is closed leads to its own page, from the farm card too', () => {
  for (const code of ['REQUEST_NOT_FOUND', 'REQUEST_PAID', 'REQUEST_CANCELLED', 'REQUEST_EXPIRED']) expect(isRequestClosed(new CallError(403, code))).toBe(true)
})
