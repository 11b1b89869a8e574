import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

/** The browser's own dialog: it keeps the focus inside, makes the page behind inert and gives the focus back, without a library. */
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
  // Closed while it is still in the page: one that is simply taken out does not give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    return () => shown.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press on the ground beside it; the key for it is Esc
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
