import type { ReactNode } from 'react'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export type KeypadKey = (typeof digits)[number] | '0' | '00' | 'delete'

function DeleteIcon() {
  return (
    <svg className="n-icon" data-size="m" viewBox="0 0 24 24" aria-hidden>
      <path d="M8.5 5.5h12v13h-12L3 12zM12 9.5l5 5M17 9.5l-5 5" />
    </svg>
  )
}

/** Keys of 68 px. They act when they are touched, not when they are let go: a busy hand slips. */
export function Keypad({
  label,
  deleteLabel,
  onKey,
  withoutDoubleZero,
}: {
  label: string
  deleteLabel: string
  onKey: (key: KeypadKey) => void
  withoutDoubleZero?: boolean | undefined
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a grid in every browser
    <div className="n-keypad" role="group" aria-label={label}>
      {digits.map((digit) => (
        <KeypadButton key={digit} onPress={() => onKey(digit)}>
          {digit}
        </KeypadButton>
      ))}
      {withoutDoubleZero ? (
        <span />
      ) : (
        <KeypadButton quiet onPress={() => onKey('00')}>
          00
        </KeypadButton>
      )}
      <KeypadButton onPress={() => onKey('0')}>0</KeypadButton>
      <KeypadButton quiet label={deleteLabel} onPress={() => onKey('delete')}>
        <DeleteIcon />
      </KeypadButton>
    </div>
  )
}

function KeypadButton({ quiet, label, onPress, children }: { quiet?: boolean; label?: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      data-quiet={quiet || undefined}
      aria-label={label}
      onPointerDown={(event) => {
        if (event.button === 0) onPress()
      }}
      // Of the keyboard and of screen readers: a pointer has acted already.
      onClick={(event) => {
        if (event.detail === 0) onPress()
      }}
    >
      {children}
    </button>
  )
}

export interface ItemButton {
  id: string
  name: string
  price: string
}

/** Buttons that add an item: a row that scrolls on a phone, a grid on a tablet. */
export function ItemButtons({ label, items, onPress }: { label: string; items: readonly ItemButton[]; onPress: (id: string) => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="n-item-buttons" role="group" aria-label={label} tabIndex={0}>
      {items.map(({ id, name, price }) => (
        <button
          key={id}
          type="button"
          // The browser leaves a button that shows a few pixels where it is.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
          onClick={() => onPress(id)}
        >
          {name}
          <span>{price}</span>
        </button>
      ))}
    </div>
  )
}
