import { Trans, useLingui } from '@lingui/react/macro'
import { getAssetTransferSummary } from '@nikau/contract/asset-transfers'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, Icon, LinkButton, MailIcon } from '@nikau/ui'
import { type ReactNode, Suspense, useState } from 'react'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { paths } from '../../lib/paths.ts'
import { OutcomePage } from '../../lib/OutcomePage.tsx'
import { DeclinedPage } from './FinalPages.tsx'
import { useFocusedHeading } from './useFocusedHeading.ts'
import { signInToClaim } from './useClaimAction.ts'

const ReportDialog = lazyScreen(async () => (await import('./DeclineDialogs.tsx')).ReportDialog)

interface OtherRecipientProps {
  id: string
  /** Both masked. */
  recipient: string | undefined
  yours: string | undefined
  linkKey: string | undefined
}

/** The signed-in person is not the recipient: nothing has happened, and the transfer goes on waiting. */
export function OtherRecipientPage({ id, recipient = '', yours = '', linkKey }: OtherRecipientProps) {
  const [isReporting, setIsReporting] = useState(false)
  const [isReported, setIsReported] = useState(false)
  const summary = useEndpointQuery(getAssetTransferSummary, { params: { id } }).data
  const day = summary && shortDate(summary.expiresAt)
  const isEmail = recipient.includes('@')
  const title = useFocusedHeading()
  if (isReported && summary) return <DeclinedPage summary={summary} isReported />
  return (
    <OutcomePage
      tone="warning"
      icon={isEmail ? <MailIcon /> : <Icon name="phone" />}
      titleRef={title}
      title={isEmail ? <Trans>Sent to another email address</Trans> : <Trans>Sent to another number</Trans>}
      text={
        <Trans>
          This was sent to {recipient}. You’re signed in with {yours}.
        </Trans>
      }
      footer={
        <>
          <SignInAgainButton id={id}>{isEmail ? <Trans>Use another account</Trans> : <Trans>Use {recipient}</Trans>}</SignInAgainButton>
          {linkKey === undefined ? (
            <LinkButton variant="outlined" full href={paths.home}>
              <Trans>Back to home</Trans>
            </LinkButton>
          ) : (
            <Button variant="outlined" full onPress={() => setIsReporting(true)}>
              {isEmail ? <Trans>Not my email address</Trans> : <Trans>Not my number</Trans>}
            </Button>
          )}
          <Suspense>
            {isReporting && linkKey !== undefined && summary && (
              <ReportDialog
                summary={summary}
                reason="wrong-number"
                decline={{ linkKey, onDone: () => setIsReported(true), onRefused: () => {} }}
                onClose={() => setIsReporting(false)}
              />
            )}
          </Suspense>
        </>
      }
    >
      {day !== undefined && (
        <p className="text-label text-ink-2">
          <Trans>It waits until {day}</Trans>
        </p>
      )}
    </OutcomePage>
  )
}

/** Numbers are given to other people over the years, so one that was proved long ago is proved again before it claims. */
export function AliasNotConfirmedPage({ id }: { id: string }) {
  const title = useFocusedHeading()
  return (
    <OutcomePage
      tone="warning"
      icon={<Icon name="phone" />}
      titleRef={title}
      title={<Trans>Is it still yours?</Trans>}
      text={<Trans>It’s a long time since you last used a code to sign in. Sign in with a code, not a passkey, to show that you still have the number.</Trans>}
      footer={
        <>
          <SignInAgainButton id={id}>
            <Trans>Sign in with a code</Trans>
          </SignInAgainButton>
          <LinkButton variant="outlined" full href={paths.home}>
            <Trans>Back to home</Trans>
          </LinkButton>
        </>
      }
    />
  )
}

function SignInAgainButton({ id, children }: { id: string; children: ReactNode }) {
  const { t } = useLingui()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const start = () => {
    setState('busy')
    void signInToClaim(id, { again: true }).catch(() => setState('failed'))
  }
  return (
    <>
      {state === 'failed' && (
        <p className="text-center text-label text-negative" role="alert">
          <Trans>We couldn’t open the sign-in. It still waits for you, so please try again.</Trans>
        </p>
      )}
      <Button full busy={state === 'busy'} busyLabel={t`Opening the sign-in`} onPress={start}>
        {children}
      </Button>
    </>
  )
}
