import { Trans, useLingui } from '@lingui/react/macro'
import type { BrandColour } from '@nikau/contract/branding'
import { createMediaUpload, maxPictureBytes, picturePath, pictureTypes } from '@nikau/contract/media-uploads'
import { Avatar, Button, initials } from '@nikau/ui'
import { useRef, useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { pictureUrl } from '../../lib/shop-picture.ts'

interface PictureChoiceProps {
  accountId: string
  name: string
  colour: BrandColour
  pictureId: string | undefined
  onChange: (pictureId: string | undefined) => void
}

/** The picture of the shop. It is uploaded when it is chosen, and the shop has it when the settings are saved. */
export function PictureChoice({ accountId, name, colour, pictureId, onChange }: PictureChoiceProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const upload = useEndpointMutation(createMediaUpload)
  const [isTooLarge, setTooLarge] = useState(false)
  const choose = async (file: File) => {
    upload.reset()
    setTooLarge(file.size > maxPictureBytes)
    if (file.size > maxPictureBytes) return
    const picture = await upload.mutateAsync({ body: { accountId, content: await base64Of(file) } }).catch(() => undefined) // shown below
    if (picture) onChange(picture.id)
  }
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
          <input
            ref={input}
            type="file"
            hidden
            accept={pictureTypes.join(',')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void choose(file)
              currentTarget.value = '' // the same file can be chosen again
            }}
          />
          <Button variant="outlined" size="s" busy={upload.isPending} busyLabel={t`Uploading`} onPress={() => input.current?.click()}>
            <Trans>Choose a picture</Trans>
          </Button>
          {pictureId !== undefined && (
            <Button variant="quiet" size="s" onPress={() => onChange(undefined)}>
              <Trans>Remove picture</Trans>
            </Button>
          )}
        </div>
      </div>
      <p role="alert" className="text-label text-negative">
        {isTooLarge ? <Trans>That picture is larger than 512 KB.</Trans> : upload.error && <UploadProblem error={upload.error} />}
      </p>
    </div>
  )
}

function UploadProblem({ error }: { error: CallError }) {
  switch (error.code) {
    case 'MEDIA_UPLOAD_INVALID':
      return <Trans>We can’t read that picture. It must be a PNG or JPEG.</Trans>
    case 'MEDIA_UPLOAD_TOO_LARGE':
      return <Trans>That picture is larger than 512 KB.</Trans>
    case 'MEDIA_UPLOAD_LIMIT_EXCEEDED':
      return <Trans>You’ve uploaded as many pictures as you can for today. Try again tomorrow.</Trans>
  }
  return (
    <>
      <Trans>It isn’t uploaded.</Trans> <CallProblem error={error} />
    </>
  )
}

async function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(reader.result as string))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('file not read')))
  reader.readAsDataURL(file)
  return (await promise).replace(/^[^,]*,/, '')
}
