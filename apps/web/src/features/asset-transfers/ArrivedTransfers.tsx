import { Trans } from '@lingui/react/macro'
import { acknowledgeTransfer, type AssetTransfer } from '@nikau/contract/asset-transfers'
import { calendarDate, timeOfDay } from '@nikau/nz/nz-time'
import { format } from '@nikau/money'
import { Button, FieldScreen, Live, Money, SuccessLeaf } from '@nikau/ui'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useDayLabel, useSpokenAmount } from '../../lib/localized-text.ts'
import { settledAt } from '../../lib/asset-transfer-state.ts'
import { useAssetText } from './useAssetText.ts'
import { TokenImage } from './TokenImage.tsx'
import './asset-transfers.css'

interface ArrivedTransfersProps {
  transfers: readonly AssetTransfer[]
  onShown: (id: string) => void
  onClose: () => void
}

/** The native <dialog> traps the focus, makes the page inert and restores the focus, without a library. */
export function ArrivedTransfers({ transfers, onShown, onClose }: ArrivedTransfersProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { mutate: acknowledge } = useEndpointMutation(acknowledgeTransfer)
  const acknowledged = useRef(new Set<string>())
  useEffect(() => {
    for (const { id } of transfers.filter((transfer) => !acknowledged.current.has(transfer.id))) {
      acknowledged.current.add(id)
      onShown(id)
      acknowledge({ params: { id } })
    }
  }, [acknowledge, onShown, transfers])
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
          <div className="mt-auto pt-8 panes:mt-0">
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
