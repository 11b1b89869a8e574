import { useLingui } from '@lingui/react/macro'
import type { OwnLimitName } from '@nikau/contract/own-limits'
import type { SecurityEvent } from '@nikau/contract/safety'
import { GaugeIcon, Icon, KeyIcon, LaptopIcon, MailIcon, PauseIcon } from '@nikau/ui'
import { useOwnLimitName } from '../../lib/own-limits.ts'

/** What happened, in a few words. Kinds of a newer server are named in general. */
export function useEventText(): (event: Pick<SecurityEvent, 'kind' | 'detail' | 'device'>) => string {
  const { t } = useLingui()
  const nameOf = useOwnLimitName()
  return ({ kind, detail, device = '' }) => {
    const { amount = '', business = '', count = '', email = '', each = '', integrator = '', merchant = '', name = '', till = '' } = detail
    const limitName = detail.limit === undefined ? '' : nameOf(detail.limit as OwnLimitName)
    const bankAccount = (detail.bankAccount ?? '').replaceAll('-', '\u2011') // does not wrap
    const texts: Record<string, string> = {
      'account-frozen': t`Wallet frozen`,
      'account-unfrozen': t`Wallet no longer frozen`,
      'api-key-changed': t`API key ${name} changed`,
      'api-key-created': t`API key ${name} created`,
      'business-changed': t`Details of ${business} changed`,
      'business-submitted': t`${business} submitted to be checked`,
      'business-went-live': t`${business} went live`,
      'bank-account-linked': t`Bank account ${bankAccount} linked`,
      'bank-number-shown': t`Number of ${bankAccount} shown`,
      'bank-verification-locked': t`Too many wrong codes for ${bankAccount}`,
      'code-payment-reported': t`Payment of ${amount} to ${merchant} reported`,
      'connection-authorised': t`Connected to ${merchant}`,
      'connection-ended': t`Disconnected from ${merchant}`,
      'direct-debit-authorised': t`Direct debit from ${bankAccount} authorised`,
      'dormant-sign-in-refused': t`Sign-in refused`,
      'email-change-undone': t`Previous email restored`,
      'email-changed': t`Email changed to ${email}`,
      'integrator-grant-changed': t`What ${integrator} may do changed`,
      'large-payment': t`Payment of ${amount}`,
      'large-refund': t`Refund of ${amount} at ${merchant}`,
      'large-send': t`${amount} sent`,
      'member-added': t`${name} joined your business`,
      'member-changed': t`What ${name} may do in your business changed`,
      'member-invited': t`${name} invited to your business`,
      'member-removed': t`${name} removed from your business`,
      'no-signal-off': t`Pay with no signal switched off`,
      'no-signal-on': t`Pay with no signal switched on`,
      'own-limit-lowered': amount === '' ? t`Own limit ended: ${limitName}` : t`Own limit set to ${amount}: ${limitName}`,
      'own-limit-raised': amount === '' ? t`Own limit ends: ${limitName}` : t`Own limit rises to ${amount}: ${limitName}`,
      'passkey-added': t`Passkey ${name} added`,
      'passkey-removed': t`Passkey ${name} removed`,
      'permission-allowed': t`${merchant} may take up to ${each} each time without asking`,
      'payout-account-change-undone': t`Change of payout account undone`,
      'payout-account-changed': t`Payout account changed to ${bankAccount}`,
      'payout-account-confirmed': t`Payout account ${bankAccount} confirmed`,
      'permission-paused': t`${merchant} paused`,
      'permission-resumed': t`${merchant} started again`,
      'refund-limits-changed': t`Refund limits changed`,
      'session-ended': t`A device was signed out`,
      'sessions-ended': t`Signed out everywhere else`,
      'sign-in-code-wrong': t`Wrong sign-in code`,
      'shown-name-changed': name === '' ? t`Name hidden from strangers` : t`Shown name changed to ${name}`,
      'signed-in': t`Signed in`,
      'signed-in-new-device': t`Signed in on a new device`,
      'step-up': t`You confirmed it’s you`,
      'step-up-refused': t`Confirming it’s you failed`,
      'till-limits-raised': t`Till limits of ${merchant} raised`,
      'till-locked': t`Too many wrong codes for ${name} at the till ${till}`,
      'till-paired': t`Device paired as the till ${till}`,
      'tokens-given-out': t`Tokens given out: ${count} of ${name}`,
      'trusted-person-added': t`Trusted person asked`,
      'trusted-person-removed': t`Trusted person removed`,
      'webhook-changed': t`Webhook changed`,
      'withdrawal-made': t`${amount} withdrawn to ${bankAccount}`,
      'without-approval-allowed': t`Tills may take ${amount} a day without asking`,
      'without-approval-lowered': amount === '' ? t`Tills ask for every payment again` : t`Tills may take ${amount} a day at most`,
    }
    return texts[kind] ?? (device === '' ? t`Security change` : t`Security change on ${device}`)
  }
}

export function EventIcon({ kind }: { kind: string }) {
  if (/frozen/.test(kind)) return <PauseIcon />
  if (/passkey|api-key|integrator|webhook/.test(kind)) return <KeyIcon />
  if (/bank|debit/.test(kind)) return <Icon name="bank" />
  if (/withdrawal/.test(kind)) return <Icon name="withdraw" />
  if (/own-limit|without-approval|no-signal/.test(kind)) return <GaugeIcon />
  if (/payment|refund/.test(kind)) return <Icon name="pay" />
  if (/email/.test(kind)) return <MailIcon />
  if (/session|signed-in/.test(kind)) return <LaptopIcon />
  return <Icon name="lock" />
}
