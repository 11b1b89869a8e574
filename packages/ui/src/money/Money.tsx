export interface MoneyProps {
  /** The amount as text, made by whoever owns money formatting: `$1,234.50`, `−$12.00`, `+$5`. Only its look is decided here. */
  text: string
  /** What a screen reader says in its place ("minus 12 dollars"). Without it the text is read as it stands. */
  spoken?: string | undefined
  /** xl balance and amount to pay, l receipt, m secondary: `$` and cents at full size. */
  size?: 'xl' | 'l' | 'm' | undefined
}

const pattern = /^([+−-]?)(\D*)([\d,]*)(\.\d+)?$/

/** A display figure: dollars large, `$` and cents at 56 %; one step smaller from seven digits so that nothing is ever cut off. */
export function Money({ text, spoken, size = 'l' }: MoneyProps) {
  const [, sign = '', currency = '', dollars = text, cents = ''] = pattern.exec(text) ?? []
  const long = (dollars + cents).replaceAll(/\D/g, '').length >= 7
  const figure = (
    <>
      {sign && <span className="n-money-sign">{sign}</span>}
      <span className="n-money-currency">{currency}</span>
      {dollars}
      {cents && <span className="n-money-cents">{cents}</span>}
    </>
  )
  return (
    <span className="n-money" data-size={size} data-long={long || undefined}>
      {spoken ? (
        <>
          <span className="n-hidden">{spoken}</span>
          <span className="n-money-figure" aria-hidden>
            {figure}
          </span>
        </>
      ) : (
        <span className="n-money-figure">{figure}</span>
      )}
    </span>
  )
}
