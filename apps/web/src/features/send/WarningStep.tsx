import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { createHeldSend, listHeldSends, requestOpinion } from '@nikau/contract/held-sends'
import { type Cents, format, parseDollars } from '@nikau/money'
import { Bullets, Button, Header, HourglassIcon, Icon, Page, PageBody, PageFooter, TextLink, Title, UsersIcon } from '@nikau/ui'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Navigate, useNavigate } from 'react-router'
import { deployed } from '../../lib/config.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { useTrustedPeople, whoCanBeAsked } from '../../lib/trusted-people.ts'
import { useDraft } from './draft.ts'
import { isWarned, type WarnedPurpose } from './purposes.ts'
import { NotSentError } from './SendError.tsx'

/** How scams go, with "Don't send" as the main button. Going on stays possible; being told to send waits a day first. */
export function WarningStep({ asset, alias, onLeave }: { asset: Asset; alias: string; onLeave: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { draft, clear } = useDraft()
  const { purpose } = draft
  if (purpose === undefined || !isWarned(purpose)) return <Navigate to={paths.sendStep('purpose')} replace />
  const value = asset.category === 'money' ? parseDollars(draft.amountText) : undefined
  const mustWait = purpose === 'told-to'
  const leave = () => {
    flushSync(onLeave)
    clear()
  }
  const stop = () => {
    leave()
    toast({ text: t`Nothing was sent` })
    void navigate(paths.home)
  }
  return (
    <Page>
      <Header backHref={paths.sendStep('purpose')} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      <PageBody tight>
        <div className="rounded-leaf-l bg-warning-tint p-5">
          <span className="mb-4 grid size-14 place-items-center rounded-full bg-surface text-warning">
            <Icon name="warning" />
          </span>
          <Title>
            <Trans>This is how many scams start</Trans>
          </Title>
          <p className="pt-2">
            <WarningText purpose={purpose} amount={value && format(value)} isFirst={draft.check?.known === false} />
          </p>
        </div>
        <div className="pt-5">
          <Bullets
            items={[
              {
                key: 'call',
                icon: <Icon name="phone" size="s" />,
                text: (
                  <Trans>
                    <b>On a call now?</b> Hang up. Your bank, the police and Nikau never ask you to move money.
                  </Trans>
                ),
              },
              {
                key: 'rush',
                icon: <Icon name="clock" size="s" />,
                text: (
                  <Trans>
                    <b>Being rushed?</b> A real person can wait a day.
                  </Trans>
                ),
              },
              {
                key: 'quiet',
                icon: <UsersIcon size="s" />,
                text: (
                  <Trans>
                    <b>Asked to keep it quiet?</b> Tell one person you trust.
                  </Trans>
                ),
              },
            ]}
          />
        </div>
        {value !== undefined && <SecondThought send={{ assetId: asset.id, recipientAlias: alias, value, purpose }} asset={asset} onLeave={leave} />}
        <ReportScam />
      </PageBody>
      <PageFooter>
        <Button full onPress={stop}>
          <Trans>Don’t send</Trans>
        </Button>
        <Button
          variant="quiet"
          full
          isDisabled={mustWait}
          aria-describedby={mustWait ? 'must-wait' : undefined}
          onPress={() => void navigate(paths.sendStep('check'))}
        >
          <Trans>I still want to send</Trans>
        </Button>
        {mustWait && (
          <p id="must-wait" className="text-center text-caption text-ink-2">
            <Trans>You can send it after you’ve waited a day.</Trans>
          </p>
        )}
      </PageFooter>
    </Page>
  )
}

function WarningText({ purpose, amount, isFirst }: { purpose: WarnedPurpose; amount: string | undefined; isFirst: boolean }) {
  const sum = amount !== undefined && <b>{amount}</b>
  const rarely = <Trans>Money sent to a scammer rarely comes back.</Trans>
  if (purpose === 'told-to')
    return (
      <>
        {sum ? <Trans>Someone told you to send {sum}.</Trans> : <Trans>Someone told you to send this.</Trans>} {rarely}
      </>
    )
  const situation = purpose === 'investment' ? <Trans>An investment or crypto</Trans> : <Trans>Someone you’ve only met online</Trans>
  return (
    <>
      {sum && isFirst ? (
        <Trans>
          {situation}, and a first payment of {sum}.
        </Trans>
      ) : sum ? (
        <Trans>
          {situation}, and a payment of {sum}.
        </Trans>
      ) : (
        <>{situation}.</>
      )}{' '}
      {rarely}
    </>
  )
}

interface SecondThoughtProps {
  send: { assetId: string; recipientAlias: string; value: Cents; purpose: WarnedPurpose }
  asset: Asset
  onLeave: () => void
}

/** Letting it wait, or asking someone. Both keep the money where it is. */
function SecondThought({ send, asset, onLeave }: SecondThoughtProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const timeLabel = useTimeLabel()
  const { draft } = useDraft()
  const [tomorrow] = useState(() => new Date(Date.now() + 86_400_000))
  const trusted = whoCanBeAsked(useTrustedPeople().data)
  const hold = useEndpointMutation(createHeldSend)
  const ask = useEndpointMutation(requestOpinion)
  const error = hold.error ?? ask.error
  const [only] = trusted
  const name = only?.name ?? ''
  const time = timeLabel(tomorrow)
  const wait = async (trustedPersonId?: string) => {
    const message = draft.message.trim()
    const held = await hold.mutateAsync({ body: { ...send, ...(message !== '' && { message }) } }).catch(() => undefined) // shown as a dialog
    if (!held) return
    void queryClient.invalidateQueries({ queryKey: [listHeldSends.method, listHeldSends.path] })
    // The send waits in any case; on its screen the question can be asked again.
    if (trustedPersonId !== undefined) await ask.mutateAsync({ params: { id: held.id }, body: { trustedPersonId } }).catch(() => undefined)
    onLeave()
    await navigate(paths.heldSend(held.id), { replace: true })
  }
  const icon = <UsersIcon size="s" />
  return (
    <>
      <div className="grid gap-2 pt-5 dialog:grid-cols-2">
        <Button variant="outlined" full icon={<HourglassIcon size="s" />} busy={hold.isPending} busyLabel={t`Saving`} onPress={() => void wait()}>
          <Trans>Wait a day</Trans>
        </Button>
        {only && (
          <Button variant="outlined" full icon={icon} isDisabled={hold.isPending} onPress={() => void wait(trusted.length === 1 ? only.id : undefined)}>
            {trusted.length === 1 ? <Trans>Ask {name}</Trans> : <Trans>Ask someone you trust</Trans>}
          </Button>
        )}
      </div>
      <p className="pt-2 text-caption text-ink-2">
        <Trans>After a day, {time}, we ask you again. Nothing has left your wallet.</Trans>
      </p>
      {error && (
        <NotSentError error={error} asset={asset} amount={send.value} onRetry={() => void wait()} onClose={() => (hold.reset(), ask.reset())}>
          <Trans>We couldn’t let it wait. Nothing was sent.</Trans>
        </NotSentError>
      )}
    </>
  )
}

function ReportScam() {
  const { t } = useLingui()
  const subject = encodeURIComponent(t`Report a scam`)
  return (
    <p className="pt-4">
      <TextLink href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
        <Trans>Report a scam</Trans>
      </TextLink>
    </p>
  )
}
