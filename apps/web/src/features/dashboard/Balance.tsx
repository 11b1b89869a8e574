import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { shortDate } from '@nikau/contract/nz-time'
import { add, format, subtract, zero } from '@nikau/money'
import { Anchor, Button, EyeOffIcon, Icon, IconButton, Money, Skeleton } from '@nikau/ui'
import type { Part } from '../../lib/account.ts'
import { useSpoken } from '../../lib/amount-words.ts'
import { isOnItsWay, useTopUps } from '../../lib/funds.ts'
import { rememberLocally, useLocalConfig } from '../../lib/local-config.ts'
import { paths } from '../../lib/paths.ts'

/** What can be spent. A balance that is not known is never shown as a figure, least of all as nothing. */
export function Balance({ wallet, isNew }: { wallet: Part<Asset>; isNew: boolean }) {
  const { t } = useLingui()
  const spoken = useSpoken()
  const hidden = useLocalConfig().balanceHidden === true
  if (wallet.failed)
    return (
      <div className="n-balance" role="status">
        <p className="text-lead">
          <Trans>We couldn’t load your balance</Trans>
        </p>
        <Button variant="on-field" size="s" onPress={wallet.retry} busy={wallet.retrying}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  if (!wallet.data)
    return (
      <div className="n-balance" aria-busy="true">
        <Skeleton shape="figure" />
      </div>
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
          onPress={() => rememberLocally({ balanceHidden: !hidden })}
        />
      </div>
      {!hidden && <BalanceLine wallet={wallet.data} held={subtract(balance, available)} isNew={isNew} />}
    </>
  )
}

/** The one thing to know beside the figure: what is coming, else what is held, else how to begin. */
function BalanceLine({ wallet, held, isNew }: { wallet: Asset; held: bigint; isNew: boolean }) {
  const waiting = (useTopUps().data ?? []).filter((topUp) => topUp.walletId === wallet.id && isOnItsWay(topUp))
  const [only] = waiting
  const coming = format(add(...waiting.map(({ amount }) => amount)))
  const heldText = format(subtract(wallet.balance ?? zero, wallet.availableBalance ?? wallet.balance ?? zero))
  if (only) {
    // Several days are told where each top-up is; here the last of them, by which all of it is there.
    const day = shortDate(
      waiting
        .map(({ arrivesBy }) => arrivesBy)
        .toSorted()
        .at(-1)!,
    )
    const held = waiting.every((topUp) => topUp.held)
    return (
      <Anchor
        className="n-balance-line relative w-fit after:absolute after:inset-x-0 after:-top-2 after:-bottom-5"
        href={waiting.length === 1 ? paths.transfer(only.id) : `${paths.activity}?show=pending`}
      >
        <Icon name={held ? 'lock' : 'clock'} size="s" />
        <span>
          {held ? (
            <Trans>
              <b>{coming}</b> held until you enter the code
            </Trans>
          ) : (
            <Trans>
              <b>{coming}</b> on its way, by {day}
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
  return isNew ? (
    <p className="n-balance-line">
      <Trans>Add money to start paying</Trans>
    </p>
  ) : undefined
}
