import { Trans, useLingui } from '@lingui/react/macro'
import { Frond, LinkButton, Logo, Notice } from '@nikau/ui'
import { useEffect } from 'react'
import { useHref, useLocation } from 'react-router'
import { refusalSentence } from '../../lib/refusals.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'

/** The only page without a session. Signing in leaves the desk for the provider, and comes back to the page that was asked for. */
export function SignInScreen() {
  const { i18n, t } = useLingui()
  const { pathname, search } = useLocation()
  const isOwnAddress = pathname === '/sign-in'
  const to = useHref(isOwnAddress ? '/' : `${pathname}${search}`)
  const refused = isOwnAddress ? new URLSearchParams(search).get('refused') : null
  const title = t`Sign in | Nikau desk`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="dk-sign">
      <header>
        <Frond />
        <Logo label={t`Nikau`} />
        <div>
          <p className="dk-sign-word">
            <Trans>Every look and every act is written down.</Trans>
          </p>
          <p>
            <Trans>With your name, the time and the reason.</Trans>
          </p>
        </div>
      </header>
      <main>
        <div>
          <h1>
            <Trans>Sign in to the desk</Trans>
          </h1>
          <p className="dk-ink-2 mt-1.5 mb-6">
            <Trans>With the passkey of your work device.</Trans>
          </p>
          {refused !== null && (
            <Notice tone="negative" title={<Trans>You were not signed in</Trans>}>
              {i18n._(refusalSentence(refused === 'NOT_AN_OPERATOR' ? refused : 'PASSKEY_REFUSED'))}
            </Notice>
          )}
          <LinkButton full icon={<DeskIcon name="passkey" />} href={`/api/desk/sign-in?to=${encodeURIComponent(to)}`} rel="external" target="_self">
            <Trans>Use passkey</Trans>
          </LinkButton>
          <p className="dk-sub mt-4">
            <Trans>No password, no code by text. A lost passkey is replaced by two people of Admin and Compliance, in person.</Trans>
          </p>
          <hr />
          <p className="dk-sub">
            <Trans>A customer’s sign-in does not open the desk.</Trans>
          </p>
        </div>
      </main>
    </div>
  )
}
