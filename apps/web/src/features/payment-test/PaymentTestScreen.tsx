import { Trans, useLingui } from '@lingui/react/macro'
import { createPaymentRequest } from '@nikau/contract/payment-requests'
import { defaultExpirySeconds } from '@nikau/contract/payment-request-states'
import { type Cents, parseDollars } from '@nikau/money'
import { Button, Header, LinkButton, Notice, Page, PageBody, PageFooter, Section, Switch, TextField, Title } from '@nikau/ui'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { deployed } from '../../lib/config.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'

interface Form {
  amount: string
  expirySeconds: string
  partialAllowed: boolean
  basketAmount: string
  configId: string
  apiKey: string
}

/**
 * Creates a payment request like a till, to try out the wallet. A demo deployment fills in the merchant's configuration and API
 * key; what the developer enters stays on this page.
 */
export function PaymentTestScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { configId = '', apiKey = '' } = deployed.testPayment ?? {}
  const form = useForm<Form>({
    mode: 'onTouched',
    defaultValues: { amount: '1', expirySeconds: String(defaultExpirySeconds), partialAllowed: false, basketAmount: '1', configId, apiKey },
  })
  const create = useEndpointMutation(createPaymentRequest, { apiKey: useWatch({ control: form.control, name: 'apiKey' }) })
  const submit = form.handleSubmit(async ({ amount, expirySeconds, partialAllowed, basketAmount, configId: config }) => {
    const body = {
      configId: config,
      value: { amount: parseDollars(amount)!, currency: 'NZD' as const },
      expirySeconds: Number(expirySeconds),
      partialAllowed,
      ...(basketAmount.trim() !== '' && { basketAmount: parseDollars(basketAmount)! }),
      idempotencyKey: crypto.randomUUID(),
    }
    await create.mutateAsync({ body }).catch(() => undefined) // shown in the notice
  })
  const positive = (text: string) => (parseDollars(text) ?? (0n as Cents)) > 0n
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>Creates a payment request, like a till.</Trans>}>
          <Trans>Test Payment</Trans>
        </Title>
        <form id="test-payment" className="flex flex-col gap-5 pt-6" noValidate onSubmit={(event) => void submit(event)}>
          <Controller
            control={form.control}
            name="amount"
            rules={{ required: t`Amount is required`, validate: (text) => positive(text) || t`Amount must be a positive number` }}
            render={({ field, fieldState }) => <TextField {...field} label={t`Amount`} prefix="$" inputMode="decimal" error={fieldState.error?.message} />}
          />
          <Controller
            control={form.control}
            name="expirySeconds"
            rules={{
              required: t`Payment Expiry Seconds is required`,
              validate: (text) => (/^\d+$/.test(text.trim()) && Number(text) > 0) || t`Payment Expiry Seconds must be a positive number`,
            }}
            render={({ field, fieldState }) => <TextField {...field} label={t`Payment Expiry Seconds`} inputMode="numeric" error={fieldState.error?.message} />}
          />
          <Controller
            control={form.control}
            name="partialAllowed"
            render={({ field: { value, onChange } }) => (
              <Switch on={value} onChange={onChange}>
                <Trans>Partial payment allowed</Trans>
              </Switch>
            )}
          />
          <Controller
            control={form.control}
            name="basketAmount"
            rules={{ validate: (text, all) => (text.trim() === '' && !all.partialAllowed) || positive(text) || t`Amount must be a positive number` }}
            render={({ field, fieldState }) => (
              <TextField {...field} label={t`Basket Amount`} prefix="$" inputMode="decimal" error={fieldState.error?.message} />
            )}
          />
          <Section title={<Trans>Merchant</Trans>} size="s">
            <div className="flex flex-col gap-5">
              <Controller
                control={form.control}
                name="configId"
                rules={{ required: t`Config ID is required` }}
                render={({ field, fieldState }) => <TextField {...field} label={t`Config ID`} autoComplete="off" error={fieldState.error?.message} />}
              />
              <Controller
                control={form.control}
                name="apiKey"
                rules={{ required: t`API key is required` }}
                render={({ field, fieldState }) => (
                  <TextField {...field} label={t`API key`} type="password" autoComplete="off" error={fieldState.error?.message} />
                )}
              />
            </div>
          </Section>
        </form>
        {create.error && (
          <div className="pt-6">
            <Notice tone="negative" live="assertive" title={<Trans>The request was refused</Trans>}>
              <code className="text-label break-all">{JSON.stringify(create.error.status === 0 ? { message: create.error.code } : create.error.body)}</code>
            </Notice>
          </div>
        )}
        {create.data && (
          <div className="pt-6">
            <Notice tone="positive" live="polite" title={<Trans>Request created</Trans>}>
              <code className="text-label break-all">{create.data.id}</code>
            </Notice>
          </div>
        )}
      </PageBody>
      <PageFooter>
        {create.data && (
          <LinkButton full href={paths.pay(create.data.id)}>
            <Trans>Go to Payment</Trans>
          </LinkButton>
        )}
        <Button type="submit" form="test-payment" full variant={create.data ? 'outlined' : 'filled'} busy={create.isPending} busyLabel={t`Creating`}>
          <Trans>Create payment request</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}
