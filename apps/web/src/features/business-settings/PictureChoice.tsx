import { Trans } from '@lingui/react/macro'
import type { BrandColour } from '@nikau/contract/branding'
import { picturePath } from '@nikau/contract/media-uploads'
import { Avatar, Button, initials } from '@nikau/ui'
import { pictureUrl } from '../../lib/shop-picture.ts'
import { usePictureUpload } from '../../lib/usePictureUpload.tsx'

interface PictureChoiceProps {
  accountId: string
  name: string
  colour: BrandColour
  pictureId: string | undefined
  onChange: (pictureId: string | undefined) => void
}

/** The picture of the shop. It is uploaded when it is chosen, and the shop has it when the settings are saved. */
export function PictureChoice({ accountId, name, colour, pictureId, onChange }: PictureChoiceProps) {
  const { button, problem } = usePictureUpload(accountId, onChange)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar shape="leaf" tone="solid" size="l" colour={colour}>
          {pictureId === undefined ? initials(name) : <img src={pictureUrl(picturePath(pictureId))} alt="" />}
        </Avatar>
        <div className="min-w-[min(12rem,100%)] flex-1">
          <p className="font-semibold">
            <Trans>Picture</Trans>
          </p>
          <p className="text-label text-ink-2">
            <Trans>PNG or JPEG, up to 512 KB. Without one, your initials.</Trans>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {button}
          {pictureId !== undefined && (
            <Button variant="quiet" size="s" onPress={() => onChange(undefined)}>
              <Trans>Remove picture</Trans>
            </Button>
          )}
        </div>
      </div>
      {problem}
    </div>
  )
}
