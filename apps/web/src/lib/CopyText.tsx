import { Trans } from '@lingui/react/macro'
import { Button, type ButtonAppearance, Icon } from '@nikau/ui'
import { type ReactNode, useState } from 'react'

/** Copies a text, and says on itself whether it did: a toast would be behind a dialog. */
export function CopyText({ text, variant = 'tonal', full, children }: { text: string; children?: ReactNode } & Pick<ButtonAppearance, 'variant' | 'full'>) {
  const [state, setState] = useState<'copied' | 'refused'>()
  const copy = async () => {
    // Undefined on pages without TLS, and refused by some browsers' settings.
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setState(copied ? 'copied' : 'refused')
  }
  return (
    <Button variant={variant} size="s" full={full} icon={<Icon name={state === 'copied' ? 'check' : 'copy'} size="s" />} onPress={() => void copy()}>
      <span aria-live="polite">
        {state === 'copied' ? <Trans>Copied</Trans> : state === 'refused' ? <Trans>Select it to copy</Trans> : (children ?? <Trans>Copy</Trans>)}
      </span>
    </Button>
  )
}
