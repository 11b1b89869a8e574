import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import { type Asset, listAssets } from '@nikau/contract/assets'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { add, cents, format, parseDollars, zero } from '@nikau/money'
import { AmountField, Button, Header, Notice, Page, PageBody, PageFooter, Title } from '@nikau/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { toast } from '../../lib/toasts.ts'
import { useNearLimit } from '../quotas/index.ts'
import { attemptSucceeded, keyFor, pendingAttempt } from './attempt.ts'
import { TopupError } from './TopupError.tsx'

const quickAdds = [50, 100, 200, 500]
const least = cents(1n)

/** What was typed, by asset, for as long as the app is open: leaving the screen loses nothing. */
const drafts = new Map<string, string>()

/** `50.10`: the amount as one types it. */
const typed = (amount: bigint) => format(cents(amount)).replaceAll(/[$,]/g, '')

/** Puts play money into a test wallet. Nothing is shown as added before the server has added it. */
export function TopupForm({ asset }: { asset: Asset }) {
  const { t } = useLingui()
  const { back, bar } = usePlace()
  const navigate = useNavigate()
  const topUp = useCall(topUpTestWallet)
  const near = useNearLimit('topup')
  const [freshKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(() => drafts.get(asset.id) ?? unfinished(asset.id))
  const [error, setError] = useState<string>()
  const amount = parseDollars(text)
  const { paymentMethodTitle, usageInfo } = displayOf(asset)
  const balance = format(asset.balance ?? zero)
  const write = (next: string) => {
    setText(next)
    drafts.set(asset.id, next)
  }
  const submit = async () => {
    if (amount === undefined || amount < least) return setError(t`The minimum topup amount is $0.01`)
    setError(undefined)
    const idempotencyKey = keyFor(asset.id, amount, freshKey)
    const done = await topUp.mutateAsync({ params: { walletId: asset.id }, body: { amount, assetId: asset.id, idempotencyKey } }).catch(() => undefined) // the modal says so
    if (!done) return undefined
    drafts.delete(asset.id)
    attemptSucceeded(asset.id)
    for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    const added = format(amount)
    toast({ text: t`${added} is in your wallet` })
    return await navigate(paths.home)
  }
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title
          lede={
            <>
              <Trans>
                {paymentMethodTitle} balance {balance}
              </Trans>
              {usageInfo !== undefined && (
                <>
                  <br />
                  {usageInfo}
                </>
              )}
            </>
          }
        >
          <Trans>Topup</Trans>
        </Title>
        <form id="topup" className="pt-6" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
          <AmountField
            label={t`Amount`}
            value={text}
            onChange={write}
            normalise={(value) => {
              const read = parseDollars(value)
              return read === undefined ? value : typed(read)
            }}
            error={error}
            quickAdd={quickAdds.map((dollars) => ({
              text: `+$${dollars}`,
              spoken: t`Add ${dollars} dollars`,
              onPress: () => write(typed(add(amount ?? zero, cents(BigInt(dollars) * 100n)))),
            }))}
          />
        </form>
        {near !== undefined && (
          <div className="pt-6">
            <Notice title={<Trans>Near your limit</Trans>} level={2}>
              {near}
            </Notice>
          </div>
        )}
        {topUp.error && amount !== undefined && <TopupError error={topUp.error} amount={amount} />}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="topup" full busy={topUp.isPending} busyLabel={t`Adding`}>
          {amount !== undefined && amount >= least ? <Trans>Topup {format(amount)}</Trans> : <Trans>Topup</Trans>}
        </Button>
      </PageFooter>
    </Page>
  )
}

/** After a reload in the middle of an attempt its amount is there again, and with it its key. */
function unfinished(assetId: string): string {
  const attempt = pendingAttempt(assetId)
  return attempt ? typed(BigInt(attempt.amount)) : ''
}
