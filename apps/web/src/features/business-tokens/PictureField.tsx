import { Trans, useLingui } from '@lingui/react/macro'
import { picturePath } from '@nikau/contract/media-uploads'
import { pictureUrl, type TokenPicture, tokenPictures } from '@nikau/contract/token-pictures'
import { Radio, RadioGroup } from '@nikau/ui'
import { usePictureUpload } from '../../lib/usePictureUpload.tsx'
import { type Draft, pictureOf } from './draft.ts'
import { TokenPictureOf } from './texts.tsx'

interface PictureFieldProps {
  accountId: string
  draft: Draft
  onChange: (part: Pick<Draft, 'picture' | 'pictureId'>) => void
}

/** One of our drawings, or a picture of the business, which is uploaded when it is chosen. */
export function PictureField({ accountId, draft, onChange }: PictureFieldProps) {
  const { t } = useLingui()
  const { button, problem } = usePictureUpload(accountId, (pictureId) => onChange({ pictureId, picture: 'own' }))
  const chosen = pictureOf(draft)
  const names: Readonly<Record<TokenPicture, string>> = { cup: t`Cup`, gift: t`Present`, bottle: t`Bottle`, gate: t`Farm gate` }
  return (
    <div className="grid gap-3">
      <RadioGroup<TokenPicture | 'own'> label={t`Picture`} value={'picture' in chosen ? chosen.picture : 'own'} onChange={(picture) => onChange({ picture })}>
        <div className="grid gap-2 fold:grid-cols-2">
          {tokenPictures.map((picture) => (
            <Radio key={picture} value={picture} media={<TokenPictureOf img={pictureUrl(picture)} />}>
              {names[picture]}
            </Radio>
          ))}
          {draft.pictureId !== undefined && (
            <Radio value="own" media={<TokenPictureOf img={picturePath(draft.pictureId)} />}>
              <Trans>Your picture</Trans>
            </Radio>
          )}
        </div>
      </RadioGroup>
      <div className="flex flex-wrap items-center gap-3">
        {button}
        <span className="text-label text-ink-2">
          <Trans>Or your own: PNG or JPEG, up to 512 KB.</Trans>
        </span>
      </div>
      {problem}
    </div>
  )
}
