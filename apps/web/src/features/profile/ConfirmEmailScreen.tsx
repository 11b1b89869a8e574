import { Trans, useLingui } from '@lingui/react/macro'
import { confirmEmail } from '@nikau/contract/profile'
import { Button, Logo, Notice, Page, PageBody, Title } from '@nikau/ui'
import { useState } from 'react'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'

/** Opened from an email. The button makes sure a person confirms, not a mail scanner that follows links. */
export function ConfirmEmailScreen() {
  const { t } = useLingui()
  const [token] = useState(() => location.hash.slice(1))
  const confirm = useEndpointMutation(confirmEmail)
  return (
    <Page>
      <PageBody>
        <div className="flex flex-col gap-6 pt-5">
          <Logo label={t`Nikau`} />
          <Title lede={confirm.isSuccess ? undefined : <Trans>Confirm this is your email address.</Trans>}>
            <Trans>Confirm your email</Trans>
          </Title>
          {confirm.isSuccess ? (
            <Notice tone="positive" live="polite" title={<Trans>Thank you, {confirm.data.email} is confirmed</Trans>} />
          ) : confirm.isError ? (
            <Notice tone="negative" live="assertive" title={<Trans>This link no longer works</Trans>}>
              <Trans>It has expired, or you’ve changed your email since. Save your email again to get a new link.</Trans>
            </Notice>
          ) : (
            <Button full busy={confirm.isPending} busyLabel={t`Confirming`} onPress={() => confirm.mutate({ body: { token } })}>
              <Trans>Confirm</Trans>
            </Button>
          )}
        </div>
      </PageBody>
    </Page>
  )
}
