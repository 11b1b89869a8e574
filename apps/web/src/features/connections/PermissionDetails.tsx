import { Trans, useLingui } from '@lingui/react/macro'
import type { PermissionDetail } from '@nikau/contract/permissions'
import { cents, format, subtract, zero } from '@nikau/money'
import { calendarDate } from '@nikau/nz/nz-time'
import { Amount, Avatar, Button, Card, initials, List, ListItem, Money, Notice, Party, PauseIcon, ProgressBar, Section, Switch, VerifiedMark } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useDayLabel, useSpokenAmount, useTimeLabel } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { LimitFigures } from './LimitFigures.tsx'
import { TokensFirst } from './TokensFirst.tsx'
import { firstLimits } from './limits.ts'
import { monthName, useManagePermission } from './usePermissions.ts'
import './connections.css'

/** What a connected shop has taken, what it may take, and how to pause or end it. */
export function PermissionDetails({ permission, level }: { permission: PermissionDetail; level: 1 | 2 }) {
  const { t } = useLingui()
  const { id, name, state } = permission
  const manage = useManagePermission(id)
  const [isEnding, setIsEnding] = useState(false)
  const dayLabel = useDayLabel()
  const since = dayLabel(calendarDate(permission.since))
  const Heading = level === 1 ? 'h1' : 'h2'
  const isPaused = state === 'paused'
  const resume = async () => {
    if (await manage.resume()) toast({ text: t`${name} can ask again` })
  }
  const pause = async () => {
    if (await manage.pause()) toast({ text: t`${name} is paused` })
  }
  return (
    <>
      <Party
        size="l"
        media={
          <Avatar shape="leaf" tone="solid" size="l">
            {initials(name)}
          </Avatar>
        }
        name={
          <Heading className="n-heading" tabIndex={-1}>
            {name}
            {permission.verified && (
              <>
                {' '}
                <VerifiedMark label={t`Verified`} />
              </>
            )}
          </Heading>
        }
        detail={<Trans>Connected {since}</Trans>}
      />
      <Usage permission={permission} />
      {isPaused && (
        <div className="pt-5">
          <Notice tone="info" icon={<PauseIcon />} title={<Trans>Paused</Trans>} level={level === 1 ? 2 : 3}>
            <Trans>{name} can’t ask or take anything until you start it again.</Trans>
          </Notice>
        </div>
      )}
      <Allowance permission={permission} manage={manage} />
      <Latest permission={permission} level={level} />
      {manage.error && (
        <p className="pt-4 font-semibold text-negative" role="alert">
          <Trans>Nothing was changed.</Trans> <CallProblem error={manage.error} />
        </p>
      )}
      <div className="grid grid-cols-2 gap-3 pt-5">
        {isPaused ? (
          <Button size="s" isDisabled={manage.isPending} onPress={() => void resume()}>
            <Trans>Start again</Trans>
          </Button>
        ) : (
          <Button size="s" variant="tonal" icon={<PauseIcon size="s" />} isDisabled={manage.isPending} onPress={() => void pause()}>
            <Trans>Pause</Trans>
          </Button>
        )}
        <Button size="s" variant="destructive" isDisabled={manage.isPending} onPress={() => setIsEnding(true)}>
          <Trans>Disconnect</Trans>
        </Button>
      </div>
      {isEnding && <DisconnectDialog id={id} name={name} onClose={() => setIsEnding(false)} />}
    </>
  )
}

function Usage({ permission: { limits, used, month } }: { permission: PermissionDetail }) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  if (!limits && used === 0n) return undefined
  const [label, taken] = [monthName(month), format(used)]
  const total = limits && format(limits.total)
  const left = limits && format(limits.total > used ? subtract(limits.total, used) : zero)
  const fraction = limits ? Number((used * 1000n) / limits.total) / 1000 : 1
  return (
    <div className="pt-5">
      <p className="text-label text-ink-2">
        <Trans>Paid without asking, {label}</Trans>
      </p>
      <Money text={taken} spoken={spoken(used)} />
      {total !== undefined && (
        <>
          <div className="pt-3">
            <ProgressBar fraction={fraction} label={t`Paid without asking, ${label}`} valueText={t`${taken} of ${total}`} />
          </div>
          <p className="flex justify-between gap-3 pt-2 text-label font-normal text-ink-2">
            <span>
              <Trans>of {total} a month</Trans>
            </span>
            <span>
              <Trans>{left} left</Trans>
            </span>
          </p>
        </>
      )}
    </div>
  )
}

function Allowance({ permission: { state, limits, tokensFirst }, manage }: { permission: PermissionDetail; manage: ReturnType<typeof useManagePermission> }) {
  const isPaused = state === 'paused'
  const each = limits && format(limits.each)
  return (
    <div className="pt-5">
      <Card sunk>
        <Switch
          on={limits !== undefined && !isPaused}
          isDisabled={isPaused || manage.isPending}
          onChange={(on) => void manage.allow(on ? firstLimits : null)}
          detail={isPaused ? <Trans>Paused</Trans> : each === undefined ? <Trans>Off: you approve each payment</Trans> : <Trans>Up to {each} each time</Trans>}
        >
          <span className="font-semibold">
            <Trans>Pay without asking me</Trans>
          </span>
        </Switch>
        {limits && (
          <TokensFirst on={tokensFirst === true && !isPaused} isDisabled={isPaused || manage.isPending} onChange={(on) => void manage.spendTokensFirst(on)} />
        )}
        {limits && (
          <LimitFigures
            limits={{ each: limits.each, total: limits.total }}
            onChange={manage.allow}
            isPending={manage.isPending}
            error={
              manage.error && (
                <Notice tone="negative" live="assertive" title={<Trans>Your limit wasn’t changed</Trans>}>
                  <CallProblem error={manage.error} />
                </Notice>
              )
            }
          />
        )}
      </Card>
    </div>
  )
}

function Latest({ permission: { name, uses }, level }: { permission: PermissionDetail; level: 1 | 2 }) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const timeLabel = useTimeLabel()
  if (uses.length === 0) return undefined
  return (
    <Section title={<Trans>Latest</Trans>} flush level={level === 1 ? 2 : 3}>
      <List label={t`Latest`}>
        {uses.map(({ paymentRequestId, amount, tokens = zero, at }) => {
          const [paid, covered, time] = [cents(-amount - tokens), format(tokens), timeLabel(at)]
          return (
            <ListItem
              key={paymentRequestId}
              href={paths.paymentSummary(paymentRequestId)}
              media={<Avatar shape="leaf">{initials(name)}</Avatar>}
              name={name}
              detail={
                tokens > 0n ? (
                  <Trans>
                    {time}, {covered} with tokens
                  </Trans>
                ) : (
                  time
                )
              }
              amount={<Amount text={format(paid)} spoken={spoken(paid)} />}
            />
          )
        })}
      </List>
    </Section>
  )
}
