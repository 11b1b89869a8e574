import { Navigate, useSearchParams } from 'react-router'
import { type ReactNode, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import type { Asset } from '@nikau/contract/assets'
import { parseDollars } from '@nikau/money'
import type { AsyncData } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.tsx'
import { AmountStep } from './AmountStep.tsx'
import { CheckStep } from './CheckStep.tsx'
import { type SendDraft, useDraft } from './draft.ts'
import { FirstTimeStep } from './FirstTimeStep.tsx'
import { GiftStep } from './GiftStep.tsx'
import { PurposeStep } from './PurposeStep.tsx'
import { readSent, type Sent } from './sent.ts'
import { SentStep } from './SentStep.tsx'
import { useSendingAsset } from './useSendingAsset.ts'
import { WarningStep } from './WarningStep.tsx'
import { WhoStep } from './WhoStep.tsx'

/** Who, how much, check, sent. Each step has its address, so the browser's back button and a reload stay inside the flow. */
export function SendScreen() {
  const [params] = useSearchParams()
  const step = params.get('step')
  const { draft } = useDraft()
  const asset = useSendingAsset()
  const stored = readSent(useSession().user.profile.sub)
  /** The draft is done with. Without it the steps would start over, so this holds until the address follows. */
  const [end, setEnd] = useState<'sent' | 'left'>()
  if (end === 'sent' && step === 'sent') setEnd(undefined)
  const isSent = step === 'sent' || end === 'sent'
  /** The success screen keeps what it shows: Done forgets the send before the next screen is there. */
  const [shown, setShown] = useState<Sent>()
  if (isSent && stored && !shown) setShown(stored)
  if (!isSent && shown) setShown(undefined)
  const sent = shown ?? stored
  if (end === 'left') return <div className="min-h-dvh" aria-busy="true" />
  if (step === null) return <WhoStep asset={asset.data} />
  if (isSent) return sent ? <SentStep sent={sent} /> : <Navigate to={paths.send} replace />
  const { alias } = draft
  if (alias === undefined) return <Navigate to={paths.send} replace />
  if (!asset.data) return <Loading asset={asset} />
  if (step === 'amount')
    return asset.data.category === 'money' ? <AmountStep wallet={asset.data} alias={alias} /> : <GiftStep token={asset.data} alias={alias} />
  if (!isReady(draft, asset.data)) return <Navigate to={paths.sendStep('amount')} replace />
  return checkSteps(step, { asset: asset.data, alias }, setEnd) ?? <Navigate to={paths.sendStep('amount')} replace />
}

function checkSteps(step: string, send: { asset: Asset; alias: string }, onEnd: (end: 'sent' | 'left') => void): ReactNode {
  if (step === 'check') return <CheckStep {...send} onSent={() => onEnd('sent')} />
  if (!deployed.people.guard) return undefined
  if (step === 'first-time') return <FirstTimeStep {...send} />
  if (step === 'purpose') return <PurposeStep {...send} />
  return step === 'warning' ? <WarningStep {...send} onLeave={() => onEnd('left')} /> : undefined
}

/** Everything that the steps after the amount need is there. */
function isReady({ amountText, check, heldSendId }: SendDraft, asset: Asset): boolean {
  const hasAmount = asset.category !== 'money' || parseDollars(amountText) !== undefined
  return hasAmount && (!deployed.people.guard || check !== undefined || heldSendId !== undefined)
}

function Loading({ asset }: { asset: AsyncData<Asset> }) {
  const { t } = useLingui()
  const skeleton = useSkeleton(!asset.failed)
  return (
    <Page>
      <Header backHref={paths.send} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      <PageBody tight>
        <Title hidden>
          <Trans>Send</Trans>
        </Title>
        {asset.failed ? (
          <LoadFailed source={asset}>
            <Trans>We couldn’t load your wallet</Trans>
          </LoadFailed>
        ) : (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div>
        )}
      </PageBody>
    </Page>
  )
}
