import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import type { Freeze } from '@nikau/contract/safety'
import { shortDate } from '@nikau/nz/nz-time'
import { add, format, subtract, zero } from '@nikau/money'
import { Anchor, Button, EyeOffIcon, FieldState, Icon, IconButton, Money, PauseIcon, Skeleton } from '@nikau/ui'
import type { AsyncData } from '../../lib/async-data.ts'
import { useSpokenAmount, useTimeLabel } from '../../lib/localized-text.ts'
import { isPendingTransfer, useTopUps } from '../../lib/funds.ts'
import { updateLocalConfig, useLocalConfig } from '../../lib/local-config.ts'
import { paths } from '../../lib/paths.ts'
import { useFreezeLabel } from '../../lib/safety.ts'
import { useOnline } from '../../lib/useOnline.ts'

interface BalanceProps {
  wallet: AsyncData<Pick<Asset, 'id' | 'balance' | 'availableBalance'>>
  isNew: boolean
  freeze: Freeze | undefined
  /** Without signal: when the balance was this. */
  asOf: Date | undefined
}

/** The available balance. An unknown balance is never shown as a figure, least of all as zero. */
export function Balance({ wallet, isNew, freeze, asOf }: BalanceProps) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const freezeLabel = useFreezeLabel()
  const hidden = useLocalConfig().balanceHidden === true
  const timeLabel = useTimeLabel()
  const online = useOnline()
  const time = asOf && timeLabel(asOf)
  if (wallet.failed)
    return (
      <div className="n-balance" role="status">
        <p className="text-lead">{online ? <Trans>We couldn’t load your balance</Trans> : <Trans>Your balance shows when signal is back</Trans>}</p>
        {online && (
          <Button variant="on-field" size="s" onPress={wallet.retry} busy={wallet.retrying}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    )
  if (!wallet.data)
    return (
      <>
        <div className="n-balance" aria-busy="true">
          <Skeleton shape="figure" />
        </div>
        <p className="n-balance-line" />
      </>
    )
  const { balance = zero, availableBalance: available = balance } = wallet.data
  return (
    <>
      <div className="n-balance">
        {hidden ? (
          <span className="n-money" data-size="xl">
            <span className="n-hidden">
              <Trans>Balance hidden</Trans>
            </span>
            <span aria-hidden>{'•'.repeat(4)}</span>
          </span>
        ) : (
          <Money text={format(available)} spoken={spoken(available)} size="xl" />
        )}
        <IconButton
          label={hidden ? t`Show balance` : t`Hide balance`}
          icon={hidden ? <EyeOffIcon /> : <Icon name="eye" />}
          onPress={() => updateLocalConfig({ balanceHidden: !hidden })}
        />
      </div>
      {time ? (
        <p className="n-balance-line">
          <Icon name="clock" size="s" />
          <span>
            <Trans>
              as of <b>{time}</b>
            </Trans>
          </span>
        </p>
      ) : freeze ? (
        <FieldState icon={<PauseIcon size="s" />}>{freezeLabel(freeze)}</FieldState>
      ) : (
        <BalanceStatus wallet={wallet.data} held={subtract(balance, available)} isNew={isNew} hidden={hidden} />
      )}
    </>
  )
}

/** One line below the balance: pending top-ups, else held money, else how to start. Its place is kept, so that nothing moves when it arrives. */
function BalanceStatus({
  wallet,
  held,
  isNew,
  hidden,
}: {
  wallet: Pick<Asset, 'id' | 'balance' | 'availableBalance'>
  held: bigint
  isNew: boolean
  hidden: boolean
}) {
  const pending = (useTopUps().data ?? []).filter((topUp) => topUp.walletId === wallet.id && isPendingTransfer(topUp))
  const [only] = pending
  const incoming = format(add(...pending.map(({ amount }) => amount)))
  const heldText = format(subtract(wallet.balance ?? zero, wallet.availableBalance ?? wallet.balance ?? zero))
  if (hidden) return <p className="n-balance-line" />
  if (only) {
    // The latest arrival date covers all pending top-ups; each top-up shows its own.
    const day = shortDate(
      pending
        .map(({ arrivesBy }) => arrivesBy)
        .toSorted()
        .at(-1)!,
    )
    const held = pending.every((topUp) => topUp.held)
    return (
      <Anchor
        className="n-balance-line relative w-fit after:absolute after:inset-x-0 after:-top-2 after:-bottom-5"
        href={pending.length === 1 ? paths.transfer(only.id) : `${paths.activity}?show=pending`}
      >
        <Icon name={held ? 'lock' : 'clock'} size="s" />
        <span>
          {held ? (
            <Trans>
              <b>{incoming}</b> held until you enter the code
            </Trans>
          ) : (
            <Trans>
              <b>{incoming}</b> on its way, by {day}
            </Trans>
          )}
        </span>
      </Anchor>
    )
  }
  if (held > 0n)
    return (
      <p className="n-balance-line">
        <Icon name="lock" size="s" />
        <span>
          <Trans>
            <b>{heldText}</b> more is held
          </Trans>
        </span>
      </p>
    )
  return <p className="n-balance-line">{isNew ? <Trans>Add money to start paying</Trans> : <Trans>Wallet balance</Trans>}</p>
}
