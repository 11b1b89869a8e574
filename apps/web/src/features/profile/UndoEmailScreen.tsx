import { Trans, useLingui } from '@lingui/react/macro'
import { undoEmailChange } from '@nikau/contract/profile'
import { Button, LinkButton, Logo, Notice, Page, PageBody, Title } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'

/** Opened from the notice about a changed email. The button makes sure a person undoes it, not a scanner that follows links. */
export function UndoEmailScreen() {
  const { t } = useLingui()
  const [token] = useState(() => location.hash.slice(1))
  const undo = useEndpointMutation(undoEmailChange)
  const email = undo.data?.email
  return (
    <Page>
      <PageBody>
        <div className="flex flex-col gap-6 pt-5">
          <Logo label={t`Nikau`} />
          <Title
            lede={
              undo.isSuccess ? undefined : <Trans>If you didn’t change your email, undo it. You’ll be signed out everywhere, and so will anyone else.</Trans>
            }
          >
            <Trans>Undo email change</Trans>
          </Title>
          {undo.isSuccess ? (
            <>
              <Notice
                tone="positive"
                live="polite"
                title={email === undefined ? <Trans>The new email is removed</Trans> : <Trans>Your email is {email} again</Trans>}
              >
                <Trans>You’re signed out everywhere. Sign in, and check your recent security activity.</Trans>
              </Notice>
              <LinkButton full href={paths.home}>
                <Trans>Sign in</Trans>
              </LinkButton>
            </>
          ) : undo.isError && undo.error.isRefusal ? (
            <Notice tone="negative" live="assertive" title={<Trans>This link no longer works</Trans>}>
              <Trans>It was used already, or is older than 72 hours. Sign in to change your email.</Trans>
            </Notice>
          ) : (
            <>
              {undo.isError && (
                <Notice tone="negative" live="assertive" title={<Trans>Your email wasn’t changed back</Trans>}>
                  <CallProblem error={undo.error} />
                </Notice>
              )}
              <Button full busy={undo.isPending} busyLabel={t`Undoing`} onPress={() => undo.mutate({ body: { token } })}>
                <Trans>Undo the change</Trans>
              </Button>
            </>
          )}
        </div>
      </PageBody>
    </Page>
  )
}
