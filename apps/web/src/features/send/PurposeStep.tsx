import { Trans, useLingui } from '@lingui/react/macro'
import type { SendPurpose } from '@nikau/contract/asset-transfers'
import type { Asset } from '@nikau/contract/assets'
import { Button, Header, Page, PageBody, PageFooter, Radio, RadioGroup, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Message } from '../../lib/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { useDraft } from './draft.ts'
import { isWarned, purposes } from './purposes.ts'
import { SendSummary } from './SendSummary.tsx'

/** One question, only used to spot scams. */
export function PurposeStep({ asset, alias }: { asset: Asset; alias: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { draft, note } = useDraft()
  const [isMissing, setIsMissing] = useState(false)
  const { purpose } = draft
  const submit = () => {
    setIsMissing(purpose === undefined)
    if (purpose !== undefined) void navigate(paths.sendStep(isWarned(purpose) ? 'warning' : 'check'))
  }
  return (
    <Page>
      <Header backHref={paths.sendStep(draft.check?.known ? 'amount' : 'first-time')} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      <PageBody tight>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SendSummary asset={asset} alias={alias} />
          {draft.check?.known === false && (
            <StatusChip tone="accent">
              <Trans>First time</Trans>
            </StatusChip>
          )}
        </div>
        <h1 className="n-heading pt-6" tabIndex={-1}>
          <Trans>What’s it for?</Trans>
        </h1>
        <p className="pb-3 text-label font-normal text-ink-2">
          <Trans>Only used to spot scams.</Trans>
        </p>
        <RadioGroup<SendPurpose>
          label={t`What’s it for?`}
          hideLabel
          value={purpose ?? null}
          onChange={(chosen) => note({ purpose: chosen })}
          error={isMissing && purpose === undefined && <Trans>Choose one to continue</Trans>}
        >
          {purposes.map(({ purpose: value, text, detail }) => (
            <Radio key={value} value={value} detail={detail && <Message of={detail} />}>
              <Message of={text} />
            </Radio>
          ))}
        </RadioGroup>
      </PageBody>
      <PageFooter>
        <Button full onPress={submit}>
          <Trans>Continue</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}
