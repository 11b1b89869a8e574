import { Trans, useLingui } from '@lingui/react/macro'
import { confirmEmail } from '@nikau/contract/profile'
import { Button, Logo, Notice, Page, PageBody, Title } from '@nikau/ui'
import { useState } from 'react'
import { useCall } from '../../lib/hooks.ts'

/** Opened from a mail. The press makes sure that a person opened it and not a mail scanner. */
export function ConfirmEmailScreen() {
  const { t } = useLingui()
  const [token] = useState(() => location.hash.slice(1))
  const confirm = useCall(confirmEmail)
  return (
    <Page>
      <PageBody>
        <div className="flex flex-col gap-6 pt-5">
          <Logo label={t`Nikau`} />
          <Title lede={confirm.isSuccess ? undefined : <Trans>One press, and we know that mail reaches you here.</Trans>}>
            <Trans>Confirm your e-mail</Trans>
          </Title>
          {confirm.isSuccess ? (
            <Notice tone="positive" live="polite" title={<Trans>Thank you, {confirm.data.email} is confirmed</Trans>} />
          ) : confirm.isError ? (
            <Notice tone="negative" live="assertive" title={<Trans>This link can’t be used any more</Trans>}>
              <Trans>It is too old, or your address has changed since. Save your address again to get a new one.</Trans>
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
