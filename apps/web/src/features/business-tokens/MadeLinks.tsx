import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CodeBlock, Sheet } from '@nikau/ui'
import { CopyText } from '../../lib/CopyText.tsx'

/** Links that were just made. Whoever has one has its token, so they are shown here alone. */
export function MadeLinks({ name, links, onClose }: { name: string; links: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Links for {name}</Trans>}
      closeLabel={t`Close`}
      actions={
        <div className="grid gap-2">
          <CopyText variant="filled" full text={links.join('\n')}>
            <Plural value={links.length} one="Copy the link" other="Copy all # links" />
          </CopyText>
          <Button full variant="outlined" onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <p>
          <Trans>Copy them now: they’re not shown again. Each works once, from about a minute from now, for whoever opens it first.</Trans>
        </p>
        <CodeBlock label={t`Links`} wrap>
          {links.join('\n')}
        </CodeBlock>
      </div>
    </Sheet>
  )
}
