import { type ReactNode, useId } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'

export interface PortalPageProps {
  title: ReactNode
  /** Over the title, such as "Payment NK 7F3C 91B2". */
  above?: ReactNode
  /** One line of context under the title. */
  detail?: ReactNode
  /** Beside the title: a status. */
  status?: ReactNode
  back?: { href: string; label: ReactNode } | undefined
  /** At most one filled button, which makes something; lists and details have outlined ones only. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the portal: its head, and as much width as there is. */
export function PortalPage({ title, above, detail, status, back, actions, children }: PortalPageProps) {
  return (
    <main className="n-portal" id="main">
      {back && (
        <Anchor className="n-portal-back" href={back.href}>
          <Icon name="left" size="s" />
          {back.label}
        </Anchor>
      )}
      <div className="n-portal-head">
        <div>
          {above !== undefined && <p className="n-portal-above">{above}</p>}
          <div className="n-portal-title">
            <h1>{title}</h1>
            {status}
          </div>
          {detail !== undefined && <p className="n-portal-detail">{detail}</p>}
        </div>
        {actions !== undefined && <div className="n-portal-actions">{actions}</div>}
      </div>
      {children}
    </main>
  )
}

/** A list or form with what belongs to it beside it from 1024 px. `lead`: the narrow column comes first, as on Home. */
export function PortalColumns({ children, aside, lead }: { children: ReactNode; aside: ReactNode; lead?: boolean | undefined }) {
  return (
    <div className="n-portal-columns" data-lead={lead || undefined}>
      {lead && <div className="n-portal-stack">{aside}</div>}
      <div className="n-portal-stack">{children}</div>
      {!lead && <div className="n-portal-stack">{aside}</div>}
    </div>
  )
}

/** A part of a portal page under its own heading. `flush`: a table reaches the edges. */
export function PortalCard({ title, end, flush, children }: { title: ReactNode; end?: ReactNode; flush?: boolean | undefined; children: ReactNode }) {
  const id = useId()
  return (
    <section className="n-portal-card" data-flush={flush || undefined} aria-labelledby={id}>
      <div className="n-portal-card-head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}
