import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

/** The native <dialog> traps the focus, makes the page inert and restores the focus, without a library. */
export function Modal({
  title,
  icon,
  tone,
  role,
  children,
  actions,
  onClose,
}: {
  title: ReactNode
  icon?: ReactNode
  tone?: 'negative' | 'warning' | undefined
  role?: 'alertdialog' | undefined
  children: ReactNode
  actions: ReactNode
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it is removed: a removed <dialog> does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    return () => element.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click on the backdrop closes it; Esc is the keyboard equivalent
    <dialog
      ref={dialog}
      className="checkout-modal"
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="n-dialog">
        {icon !== undefined && (
          <div className="n-dialog-icon" data-tone={tone}>
            {icon}
          </div>
        )}
        <h2 className="n-dialog-title" id={titleId}>
          {title}
        </h2>
        <div className="n-dialog-text">{children}</div>
        <div className="n-dialog-actions">{actions}</div>
      </div>
    </dialog>
  )
}
