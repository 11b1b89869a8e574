export interface AmountProps {
  text: string
  /** What a screen reader says in its place ("minus 8 dollars 50"). */
  spoken?: string | undefined
  /** in is green, out is ink, pending is quiet, failed is struck through; each also carries its sign and, in lists, a chip. */
  tone?: 'in' | 'out' | 'pending' | 'failed' | undefined
}

/** An amount inside a line of text, a list or a form: one size, tabular, never broken across lines. */
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
