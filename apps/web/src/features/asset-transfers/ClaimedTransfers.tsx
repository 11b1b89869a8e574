import { Trans } from '@lingui/react/macro'
import { acknowledgeTransfer, type AssetTransfer, listClaimedTransfers } from '@nikau/contract/asset-transfers'
import { calendarDate, timeOfDay } from '@nikau/nz/nz-time'
import { format } from '@nikau/money'
import { Button, FieldScreen, Live, Money, SuccessLeaf } from '@nikau/ui'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useIsClaimAttempted } from '../../lib/claimable-assets.ts'
import { useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { useDayLabel, useSpokenAmount } from '../../lib/localized-text.ts'
import { settledAt } from './transfer-state.ts'
import { useAssetText } from './useAssetText.ts'
import { TokenImage } from './TokenImage.tsx'
import './asset-transfers.css'

/** Shown in this page: a list that is fetched again before the server has noted it shows nothing twice. */
const shownIds = new Set<string>()

/** Over home, once for each transfer: what was claimed is in the wallet. It lies over the page, so nothing below it moves. */
export function ClaimedTransfers() {
  const isClaimAttempted = useIsClaimAttempted()
  const { data } = useEndpointQuery(listClaimedTransfers, {}, { enabled: isClaimAttempted })
  const { mutate: acknowledge } = useEndpointMutation(acknowledgeTransfer)
  const [listed, setListed] = useState<typeof data>()
  // Kept apart from the list: what has been shown is no longer in it when it is fetched again.
  const [shown, setShown] = useState<readonly AssetTransfer[]>([])
  if (data !== listed) {
    setListed(data)
    setShown([...shown, ...(data?.items ?? []).filter(({ id }) => !shownIds.has(id))])
  }
  useEffect(() => {
    for (const { id } of shown.filter((transfer) => !shownIds.has(transfer.id))) {
      shownIds.add(id)
      acknowledge({ params: { id } })
    }
  }, [acknowledge, shown])
  return shown.length === 0 ? undefined : <Arrived transfers={shown} onClose={() => setShown([])} />
}

/** The native <dialog> traps the focus, makes the page inert and restores the focus, without a library. */
function Arrived({ transfers, onClose }: { transfers: readonly AssetTransfer[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    return () => element.close()
  }, [])
  const [only] = transfers.length === 1 ? transfers : []
  return (
    <dialog
      ref={dialog}
      className="transfer-arrived"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <FieldScreen frond="below" alive>
        <div className="mx-auto flex w-full max-w-col flex-1 flex-col px-gutter pt-12 pb-6">
          <SuccessLeaf />
          <h2 className="pt-8 text-head" id={titleId}>
            <Trans>It’s in your wallet</Trans>
          </h2>
          {only ? (
            <One transfer={only} />
          ) : (
            <ul className="grid gap-3 pt-3">
              {transfers.map((transfer) => (
                <li key={transfer.id}>
                  <Line transfer={transfer} />
                </li>
              ))}
            </ul>
          )}
          <div className="mt-auto pt-8">
            <Button variant="accent" full onPress={onClose}>
              <Trans>Open my wallet</Trans>
            </Button>
          </div>
        </div>
      </FieldScreen>
    </dialog>
  )
}

function One({ transfer }: { transfer: AssetTransfer }) {
  const spoken = useSpokenAmount()
  const dayLabel = useDayLabel()
  const { value, asset, senderName, message } = transfer
  const at = settledAt(transfer)
  const when = at && `${dayLabel(calendarDate(at))} ${timeOfDay(at)}`
  return (
    <>
      <div className="pt-2">
        {value === undefined ? (
          <p className="flex items-center gap-3">
            <TokenImage asset={asset} size="l" />
            <span className="n-title">{asset.description}</span>
          </p>
        ) : (
          <Money size="xl" text={format(value)} spoken={spoken(value)} />
        )}
      </div>
      <p className="pt-3 text-lead">
        <Trans>
          from <b>{senderName}</b>
        </Trans>
      </p>
      {when !== undefined && (
        <p className="pt-6 font-semibold">
          <Live>{when}</Live>
        </p>
      )}
      {message !== undefined && <p className="pt-1 text-label text-on-field-2">{message}</p>}
    </>
  )
}

function Line({ transfer }: { transfer: AssetTransfer }) {
  const assetText = useAssetText(transfer)
  const { senderName } = transfer
  return (
    <>
      <span className="n-title">{assetText}</span>{' '}
      <span className="text-on-field-2">
        <Trans>from {senderName}</Trans>
      </span>
    </>
  )
}
