import { useLingui } from '@lingui/react/macro'
import { Icon, IconButton } from '@nikau/ui'
import { toast } from './toasts.ts'

export function CopyButton({ text }: { text: string }) {
  const { t } = useLingui()
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast({ text: t`Copied` }))
  return <IconButton label={t`Copy reference`} icon={<Icon name="copy" size="s" />} onPress={copy} />
}
