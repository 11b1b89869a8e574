import { createContext, type ReactNode, use, useId } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'
import { ListSkeleton, Skeleton } from '../skeleton/Skeleton.tsx'
import { useSkeleton } from '../skeleton/useSkeleton.ts'

/** Whether what a page loads first is still on the way. The page shows its title and a skeleton until then, and the rest at once. */
export const PageWaits = createContext(false)

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
  const waits = use(PageWaits)
  const skeleton = useSkeleton(waits)
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
          {above !== undefined && (
            <p className="n-portal-above" hidden={waits}>
              {above}
            </p>
          )}
          <div className="n-portal-title">
            <h1>{title}</h1>
            {!waits && status}
          </div>
          {detail !== undefined && (
            <p className="n-portal-detail" hidden={waits}>
              {detail}
            </p>
          )}
        </div>
        {/* Hidden, because actions and parts of the page load something themselves. */}
        {actions !== undefined && (
          <div className="n-portal-actions" hidden={waits}>
            {actions}
          </div>
        )}
      </div>
      {waits && (
        <div className="n-portal-stack" aria-busy="true">
          {skeleton && <PageSkeleton />}
        </div>
      )}
      <div hidden={waits}>{children}</div>
    </main>
  )
}

function PageSkeleton() {
  return (
    <>
      <Skeleton shape="block" width="full" />
      <div className="n-portal-card" data-flush>
        <ListSkeleton rows={6} />
      </div>
    </>
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
