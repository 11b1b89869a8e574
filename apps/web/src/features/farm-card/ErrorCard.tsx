import { Trans } from '@lingui/react/macro'
import { Button, Icon } from '@nikau/ui'
import { useEffect, useRef } from 'react'
import type { Words } from './words.tsx'

interface ErrorCardProps {
  words: Words
  /** Not there when another card would be no better. */
  onAnother?: () => void
  /** There when the same card, typed right, may be. */
  onChange?: () => void
  onCancel: () => void
}

/** Why it goes no further with this card, and what can be done instead. */
export function ErrorCard({ words, onAnother, onChange, onCancel }: ErrorCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="n-card farm-error">
      <div className="n-dialog-icon" data-tone="negative">
        <Icon name="problem" />
      </div>
      <h1 className="n-title" tabIndex={-1} ref={heading}>
        {words.title}
      </h1>
      <p className="n-lede">{words.text}</p>
      {words.more !== undefined && <p className="n-lede">{words.more}</p>}
      <div className="n-dialog-actions">
        {onAnother && (
          <Button full onPress={onAnother}>
            <Trans>Try another Farmlands Card</Trans>
          </Button>
        )}
        {onChange && (
          <Button full variant="tonal" onPress={onChange}>
            <Trans>Check what I entered</Trans>
          </Button>
        )}
        <Button full variant="outlined" onPress={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </section>
  )
}
