import { Trans, useLingui } from '@lingui/react/macro'
import { createMediaUpload, maxPictureBytes, pictureTypes } from '@nikau/contract/media-uploads'
import { Button } from '@nikau/ui'
import { type ReactNode, useRef, useState } from 'react'
import type { CallError } from './call-error.ts'
import { CallProblem } from './CallProblem.tsx'
import { useEndpointMutation } from './endpoint-hooks.ts'

interface PictureUpload {
  /** Opens the files of the device. */
  button: ReactNode
  /** To be shown below it. */
  problem: ReactNode
}

/** Uploads a picture of a business as soon as it is chosen. */
export function usePictureUpload(accountId: string, onUploaded: (pictureId: string) => void): PictureUpload {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const upload = useEndpointMutation(createMediaUpload)
  const [isTooLarge, setTooLarge] = useState(false)
  const choose = async (file: File) => {
    upload.reset()
    setTooLarge(file.size > maxPictureBytes)
    if (file.size > maxPictureBytes) return
    const picture = await upload.mutateAsync({ body: { accountId, content: await base64Of(file) } }).catch(() => undefined) // shown below
    if (picture) onUploaded(picture.id)
  }
  const button = (
    <>
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
    </>
  )
  const problem = (
    <p role="alert" className="text-label text-negative">
      {isTooLarge ? <Trans>That picture is larger than 512 KB.</Trans> : upload.error && <UploadProblem error={upload.error} />}
    </p>
  )
  return { button, problem }
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
