export interface MoneyProps {
  /** The formatted amount: `$1,234.50`, `−$12.00`, `+$5`. */
  text: string
  /** Text for screen readers ("minus 12 dollars"); `text` by default. */
  spoken?: string | undefined
  /** xl: balance and amount due. l: receipt. m: secondary, with `$` and cents at full size. */
  size?: 'xl' | 'l' | 'm' | undefined
  /** Struck through: it came back. The text beside it says so. */
  gone?: boolean | undefined
}

const pattern = /^([+−-]?)(\D*)([\d,]*)(\.\d+)?$/

/** A large amount: `$` and cents at 56 %, one size smaller from seven digits so that it always fits. */
export function Money({ text, spoken, size = 'l', gone }: MoneyProps) {
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
    <span className="n-money" data-size={size} data-long={long || undefined} data-gone={gone || undefined}>
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
