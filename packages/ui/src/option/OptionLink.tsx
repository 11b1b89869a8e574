import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'

export interface OptionProps {
  media?: ReactNode
  children: ReactNode
  detail?: ReactNode
  /** Before the arrow: an Amount or a StatusChip. */
  end?: ReactNode
}

/** A card that links to another page: a payment method, a bank account. */
export function OptionLink({ href, media, children, detail, end }: OptionProps & { href: string }) {
  return (
    <Anchor className="n-option" href={href}>
      <OptionContent media={media} detail={detail} end={end}>
        {children}
      </OptionContent>
    </Anchor>
  )
}

/** The same card as a button, for example to open a sheet. */
export function OptionButton({ onPress, media, children, detail, end }: OptionProps & { onPress: () => void }) {
  return (
    <button type="button" className="n-option" onClick={onPress}>
      <OptionContent media={media} detail={detail} end={end}>
        {children}
      </OptionContent>
    </button>
  )
}

function OptionContent({ media, children, detail, end }: OptionProps) {
  return (
    <>
      {media}
      <span className="n-option-text">
        <span className="n-option-name">{children}</span>
        {detail !== undefined && <span className="n-option-detail">{detail}</span>}
      </span>
      {end}
      <Icon name="right" size="s" />
    </>
  )
}
