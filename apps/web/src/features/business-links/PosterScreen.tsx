import { Trans, useLingui } from '@lingui/react/macro'
import { type PaymentLink, type PaymentLinkPaper, printPaymentLink } from '@nikau/contract/payment-links'
import { Button, EmptyState, Icon, LinkButton, ListSkeleton, Notice, PortalCard, PrintedPaper, Radio, RadioGroup, SelectField } from '@nikau/ui'
import { useState } from 'react'
import { businessPaths } from '../../lib/business-paths.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useDownload } from '../../lib/useDownload.ts'
import { CloseLink } from './CloseLink.tsx'
import { LinkPaper } from './LinkPaper.tsx'
import { TakePage } from './TakePage.tsx'
import { useChosenLink, useLinks } from './useLinks.ts'

/** The sticker and the poster of a link, to be printed or saved. */
export function PosterScreen() {
  const links = useLinks()
  const open = (links.data ?? []).filter(({ status }) => status === 'open')
  const [chosen, choose] = useChosenLink(open)
  return (
    <TakePage current="poster" linkId={chosen?.id}>
      {links.failed ? (
        <LoadFailed source={links}>
          <Trans>We couldn’t load your links</Trans>
        </LoadFailed>
      ) : !links.data ? (
        <div aria-busy="true">
          <ListSkeleton rows={3} />
        </div>
      ) : chosen ? (
        <Papers open={open} link={chosen} choose={choose} />
      ) : (
        <EmptyState
          drawing="receipt"
          title={<Trans>Nothing to print yet</Trans>}
          action={
            <LinkButton href={businessPaths.take()}>
              <Trans>Make a link</Trans>
            </LinkButton>
          }
        >
          <Trans>Make a link first. Its code goes on the sticker or poster.</Trans>
        </EmptyState>
      )}
    </TakePage>
  )
}

function Papers({ open, link, choose }: { open: readonly PaymentLink[]; link: PaymentLink; choose: (id: string) => void }) {
  const { t } = useLingui()
  const [paper, setPaper] = useState<PaymentLinkPaper>('a6')
  return (
    <div className="n-portal-columns">
      <div className="n-prints">
        <LinkPaper paper="a6" link={link} />
        <LinkPaper paper="a4" link={link} />
      </div>
      <PortalCard title={<Trans>What to print</Trans>}>
        <div className="grid gap-5">
          <SelectField label={t`For`} value={link.id} onChange={choose} options={open.map(({ id, name }) => ({ value: id, text: name }))} />
          <RadioGroup<PaymentLinkPaper> label={<Trans>Paper</Trans>} value={paper} onChange={setPaper}>
            <Radio value="a6" look="plain" detail={<Trans>105 × 148 mm, at the counter</Trans>}>
              <Trans>A6 sticker</Trans>
            </Radio>
            <Radio value="a4" look="plain" detail={<Trans>210 × 297 mm, window or wall</Trans>}>
              <Trans>A4 poster</Trans>
            </Radio>
          </RadioGroup>
          <p className="text-label text-ink-2">
            <Trans>The code stays the same for ever. If a sticker is covered or swapped, close the link and print a new one.</Trans>
          </p>
          <div className="grid justify-items-stretch gap-2">
            <Button full onPress={() => print()}>
              {paper === 'a6' ? <Trans>Print A6 sticker</Trans> : <Trans>Print A4 poster</Trans>}
            </Button>
            <SavePdf link={link} paper={paper} />
            <CloseLink link={link} />
          </div>
        </div>
      </PortalCard>
      <PrintedPaper>
        <LinkPaper paper={paper} link={link} />
      </PrintedPaper>
    </div>
  )
}

function SavePdf({ link, paper }: { link: PaymentLink; paper: PaymentLinkPaper }) {
  const { t } = useLingui()
  const pdf = useDownload(printPaymentLink)
  return (
    <>
      <Button
        full
        variant="outlined"
        icon={<Icon name="download" size="s" />}
        onPress={() => pdf.mutate({ params: { id: link.id }, query: { paper } })}
        busy={pdf.isPending}
        busyLabel={t`Preparing`}
      >
        <Trans>Save as PDF</Trans>
      </Button>
      {pdf.error && (
        <Notice tone="negative" live="assertive" level={3} title={<Trans>We couldn’t create the file</Trans>}>
          <CallProblem error={pdf.error} />
        </Notice>
      )}
    </>
  )
}
