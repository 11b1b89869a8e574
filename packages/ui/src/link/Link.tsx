import { createContext, use, type AnchorHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react'

/** The app's router for internal links. Without a provider, links load a page. */
export interface LinkRouter {
  /** The href of a path, for example with the base path. */
  href: (to: string) => string
  /** Navigates without a page load. */
  navigate: (to: string) => void
}

const Router = createContext<LinkRouter | undefined>(undefined)

export function LinkProvider({ router, children }: { router: LinkRouter; children: ReactNode }) {
  return <Router value={router}>{children}</Router>
}

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
  /** Leads nowhere for now, and keeps the focus. */
  isDisabled?: boolean | undefined
}

/** A plain anchor. Paths that start with one slash go through the router; other URLs, new tabs and downloads do not. */
export function Anchor({ href, onClick, isDisabled, ...rest }: AnchorProps) {
  const router = use(Router)
  const inside = router !== undefined && /^\/(?!\/)/.test(href) && !rest.target && rest.download === undefined
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!inside || event.defaultPrevented || !plain) return
    event.preventDefault()
    router.navigate(href)
  }
  if (isDisabled)
    // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles -- the content is in the rest props, and without an address it has no role
    return <a {...rest} role="link" aria-disabled tabIndex={0} />
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is in the rest props
  return <a {...rest} href={inside ? router.href(href) : href} onClick={follow} />
}

/** A link in text or next to a heading. */
export function TextLink({ tone = 'brand', size, ...rest }: AnchorProps & { tone?: 'brand' | 'inherit' | undefined; size?: 'label' | undefined }) {
  return <Anchor {...rest} className="n-link" data-tone={tone} data-size={size} />
}
