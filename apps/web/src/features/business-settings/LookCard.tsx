import { Trans, useLingui } from '@lingui/react/macro'
import type { BrandColour } from '@nikau/contract/branding'
import { PortalCard, Swatches, TextField } from '@nikau/ui'
import { PictureChoice } from './PictureChoice.tsx'
import type { Settings } from './useSettings.ts'

/** Name, picture and colour. */
export function LookCard({ settings: { draft, change, wrong }, accountId }: { settings: Settings; accountId: string }) {
  const { t } = useLingui()
  const colours: Record<BrandColour, string> = {
    nikau: t`Nikau green`,
    harbour: t`Harbour`,
    brick: t`Brick`,
    lilac: t`Lilac`,
    mustard: t`Mustard`,
    slate: t`Slate`,
  }
  return (
    <PortalCard title={<Trans>What customers see</Trans>}>
      <div className="flex flex-col gap-5">
        <TextField
          label={t`Name on checkout and receipts`}
          autoComplete="off"
          maxLength={80}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={wrong.name && t`Enter the name that your customers know`}
        />
        <PictureChoice
          accountId={accountId}
          name={draft.name}
          colour={draft.colour}
          pictureId={draft.pictureId}
          onChange={(pictureId) => change({ pictureId })}
        />
        <div>
          <Swatches label={t`Colour`} colours={colours} value={draft.colour} onChange={(colour) => change({ colour })} />
          <p className="pt-2 text-caption text-ink-2">
            <Trans>White text is readable on each of these, in light and dark.</Trans>
          </p>
        </div>
        <TextField
          label={t`GST number on receipts`}
          hint={t`Leave it empty if you’re not registered.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={draft.gstNumber}
          onChange={(gstNumber) => change({ gstNumber })}
          error={wrong.gstNumber && t`That isn’t a GST number. Check its digits.`}
        />
      </div>
    </PortalCard>
  )
}
