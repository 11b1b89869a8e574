import type { ReactNode } from 'react'
import { Frond } from '../field-panel/Frond.tsx'
import { Icon } from '../icon/Icon.tsx'

/** One state of a till: made for a busy counter, with the amount as the largest thing. `paid` is the only one on the green field. */
export function TillScreen({ look = 'paper', wide, children }: { look?: 'paper' | 'paid' | undefined; wide?: boolean | undefined; children: ReactNode }) {
  const main = (
    <main className="n-till" data-wide={wide || undefined}>
      {children}
    </main>
  )
  if (look === 'paper') return main
  return (
    <div className="n-field n-till-paid">
      <Frond />
      {main}
    </div>
  )
}

/** Who is at which till, whether it is connected, and its payments. */
export function TillTop({ children, connection, isConnected, end }: { children: ReactNode; connection: ReactNode; isConnected: boolean; end?: ReactNode }) {
  return (
    <header className="n-till-top">
      {children}
      <span className="n-till-connection" data-off={!isConnected || undefined}>
        {connection}
      </span>
      {end}
    </header>
  )
}

/** The person and the till. With `onPress` it opens what they may do besides selling. */
export function TillPersonButton({
  media,
  name,
  detail,
  label,
  onPress,
}: {
  media: ReactNode
  name: ReactNode
  detail: ReactNode
  label: ReactNode
  onPress?: (() => void) | undefined
}) {
  const content = (
    <>
      {media}
      <span className="n-shop-name">
        <b>{name}</b>
        <small>{detail}</small>
      </span>
    </>
  )
  if (!onPress) return <div className="n-shop-button n-till-person">{content}</div>
  return (
    <button type="button" className="n-shop-button n-till-person" onClick={onPress}>
      {content}
      <Icon name="down" size="s" />
      <span className="n-hidden">{label}</span>
    </button>
  )
}

/** What is typed, two steps larger than anything else. */
export function TillAmount({ text, label, children }: { text: string; label: string; children?: ReactNode }) {
  const [, sign, figure] = /^(\D*)(.*)$/.exec(text)!
  return (
    <div className="n-till-amount">
      <output aria-live="polite" aria-label={label} data-long={figure!.length > 8 || undefined}>
        <span className="n-money-currency">{sign}</span>
        {figure}
      </output>
      {children}
    </div>
  )
}

/** Between the top and the buttons. */
export function TillMiddle({ centred, children }: { centred?: boolean | undefined; children: ReactNode }) {
  return (
    <div className="n-till-middle" data-centred={centred || undefined}>
      {children}
    </div>
  )
}

/** The main button first, 64 px high with the tight corner of the leaf. */
export function TillFooter({ children }: { children: ReactNode }) {
  return <div className="n-till-footer">{children}</div>
}

/** The sign of a state, large enough to be told from across the counter. */
export function TillSign({ icon, tone }: { icon: ReactNode; tone: 'neutral' | 'warning' | 'negative' }) {
  return (
    <span className="n-till-sign" data-tone={tone} aria-hidden>
      {icon}
    </span>
  )
}

/** Two ways beside each other. */
export function TillWays({ children }: { children: ReactNode }) {
  return <div className="n-till-ways">{children}</div>
}

export function TillWay({
  icon,
  children,
  detail,
  onPress,
  isDisabled,
}: {
  icon: ReactNode
  children: ReactNode
  detail?: ReactNode
  onPress: () => void
  isDisabled?: boolean | undefined
}) {
  return (
    <button type="button" className="n-option" onClick={onPress} disabled={isDisabled}>
      {icon}
      <span className="n-option-text">
        <span className="n-option-name">{children}</span>
        {detail !== undefined && <span className="n-option-detail">{detail}</span>}
      </span>
    </button>
  )
}

/** How much of a sale is paid, as a bar. The amounts stand beside it. */
export function TillShare({ percent }: { percent: number }) {
  return (
    <svg className="n-till-share" aria-hidden>
      <rect className="n-till-share-rest" width="100%" height="100%" />
      <rect className="n-till-share-paid" width={`${percent}%`} height="100%" />
    </svg>
  )
}
