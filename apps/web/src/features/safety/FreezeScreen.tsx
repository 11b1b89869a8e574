import { Trans, useLingui } from '@lingui/react/macro'
import { freezeAccount } from '@nikau/contract/safety'
import { format, zero } from '@nikau/money'
import { Avatar, Bullets, Button, Header, ListSkeleton, Notice, Page, PageBody, PageFooter, PauseIcon, Section, TextLink, Title, useSkeleton } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useWallet } from '../../lib/account-assets.ts'
import { useAccountId } from '../../lib/account.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { forgetAllCodes } from '../../lib/kept-patron-code.ts'
import { updateSafetyCache, useAccountSafety } from '../../lib/safety.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { toast } from '../../lib/toasts.ts'
import { FrozenCard } from './FrozenCard.tsx'

/** Freezes the wallet with one press. While it is frozen, says so and lifts it. */
export function FreezeScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const safety = useAccountSafety()
  const frozen = safety.data?.frozen
  const isLoading = safety.data === undefined && !safety.failed
  const skeleton = useSkeleton(isLoading)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Safety</Trans>} />
      <PageBody tight>
        {isLoading ? (
          <Title hidden>
            <Trans>Freeze wallet</Trans>
          </Title>
        ) : (
          <>
            <Avatar tone="plain" size="l">
              <PauseIcon />
            </Avatar>
            <div className="pt-3">
              {frozen ? (
                <Title>
                  <Trans>Your wallet is frozen</Trans>
                </Title>
              ) : (
                <Title lede={<Trans>Stops money leaving, at once. Undo it when you’re ready.</Trans>}>
                  <Trans>Freeze wallet</Trans>
                </Title>
              )}
            </div>
          </>
        )}
        {frozen && (
          <div className="pt-5">
            <FrozenCard freeze={frozen} />
          </div>
        )}
        {isLoading ? <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div> : <WhatItDoes />}
      </PageBody>
      {/* Freezing twice changes nothing, so it is offered too when the state could not be loaded. */}
      {!isLoading && !frozen && <FreezeButton />}
    </Page>
  )
}

function WhatItDoes() {
  const pause = <PauseIcon size="s" />
  return (
    <>
      <Section title={<Trans>Stops now</Trans>}>
        <Bullets
          items={[
            { key: 'pay', icon: pause, text: <Trans>Payments, in shops and online</Trans> },
            { key: 'send', icon: pause, text: <Trans>Sends to other people</Trans> },
            { key: 'withdraw', icon: pause, text: <Trans>Withdrawals to your bank</Trans> },
          ]}
        />
      </Section>
      <Section title={<Trans>Keeps working</Trans>}>
        <Bullets
          items={[
            { key: 'in', text: <Trans>Money coming in, refunds too</Trans> },
            { key: 'read', text: <Trans>Seeing your wallet and statements</Trans> },
          ]}
        />
      </Section>
      <p className="pt-6">
        <TextLink href={paths.devices}>
          <Trans>Someone else is using my wallet</Trans>
        </TextLink>
      </p>
    </>
  )
}

function FreezeButton() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const account = useAccountId()
  const wallet = useWallet()
  const freeze = useEndpointMutation(freezeAccount)
  const amount = wallet.data && format(wallet.data.availableBalance ?? wallet.data.balance ?? zero)
  const submit = async () => {
    const done = await freeze.mutateAsync({ params: { accountId: account.data! } }).catch(() => undefined) // shown above the button
    if (!done) return
    updateSafetyCache(done)
    await forgetAllCodes()
    toast({ text: t`Your wallet is frozen` })
    await navigate(paths.home)
  }
  return (
    <PageFooter>
      {freeze.isError && (
        <div className="pb-3">
          <Notice tone="negative" live="assertive" title={<Trans>Your wallet is not frozen</Trans>}>
            <CallProblem error={freeze.error} />
          </Notice>
        </div>
      )}
      <Button full busy={freeze.isPending} busyLabel={t`Freezing`} isDisabled={account.data === undefined} onPress={() => void submit()}>
        {amount === undefined ? <Trans>Freeze wallet</Trans> : <Trans>Freeze {amount}</Trans>}
      </Button>
    </PageFooter>
  )
}
