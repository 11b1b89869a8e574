import { useLingui } from '@lingui/react/macro'
import { type KeyScope, keyScopes, offeredKeyScopes } from '@nikau/contract/roles'

/** What a scope allows, to finish the sentence "This key may". */
export function useScopeNames(): Readonly<Record<KeyScope, string>> {
  const { t } = useLingui()
  return {
    'payments:read': t`read payments`,
    'payments:write': t`take payments`,
    'refunds:write': t`refund`,
    'payouts:read': t`read payouts`,
    'links:write': t`make payment links`,
    'tokens:write': t`give out tokens`,
    'settings:write': t`change shop settings`,
    'webhooks:write': t`manage webhooks`,
  }
}

/** The scopes of a key in words, in one line. */
export function useScopeWords(): (scopes: readonly KeyScope[]) => string {
  const { t, i18n } = useLingui()
  const names = useScopeNames()
  return (scopes) => {
    if (offeredKeyScopes.every((scope) => scopes.includes(scope))) return t`everything`
    return new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(keyScopes.filter((scope) => scopes.includes(scope)).map((scope) => names[scope]))
  }
}
