import { Trans } from '@lingui/react/macro'
import { Button, Icon } from '@nikau/ui'
import { useEffect, useRef } from 'react'
import type { ErrorText } from './messages.tsx'

interface ErrorCardProps {
  error: ErrorText
  /** Missing when another card would fail too. */
  onAnotherCard?: () => void
  /** Present when corrected details may work. */
  onEdit?: () => void
  onCancel: () => void
}

export function ErrorCard({ error, onAnotherCard, onEdit, onCancel }: ErrorCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="n-card farm-error">
      <div className="n-dialog-icon" data-tone="negative">
        <Icon name="problem" />
      </div>
      <h1 className="n-title" tabIndex={-1} ref={heading}>
        {error.title}
      </h1>
      <p className="n-lede">{error.text}</p>
      {error.charge !== undefined && <p className="n-lede">{error.charge}</p>}
      <div className="n-dialog-actions">
        {onAnotherCard && (
          <Button full onPress={onAnotherCard}>
            <Trans>Try another Farmlands Card</Trans>
          </Button>
        )}
        {onEdit && (
          <Button full variant="tonal" onPress={onEdit}>
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
