export interface AmountProps {
  text: string
  /** Text for screen readers ("minus 8 dollars 50"). */
  spoken?: string | undefined
  /** in: green. out: ink. pending: grey. failed: struck through. The sign and, in lists, a chip say the same. */
  tone?: 'in' | 'out' | 'pending' | 'failed' | undefined
}

/** An amount in text, a list or a form: tabular figures, never wrapped. */
export function Amount({ text, spoken, tone = 'out' }: AmountProps) {
  return (
    <span className="n-amount" data-tone={tone}>
      {spoken ? (
        <>
          <span className="n-hidden">{spoken}</span>
          <span aria-hidden>{text}</span>
        </>
      ) : (
        text
      )}
    </span>
  )
}
