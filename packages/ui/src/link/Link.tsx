import { createContext, use, type AnchorHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react'

/** How the app follows a link inside itself. Without a provider every link is an ordinary one that loads a page. */
export interface LinkRouter {
  /** The address to show for a path of the app, for instance with its base path in front. */
  href: (to: string) => string
  /** Goes there without loading the page anew. */
  navigate: (to: string) => void
}

const Router = createContext<LinkRouter | undefined>(undefined)

export function LinkProvider({ router, children }: { router: LinkRouter; children: ReactNode }) {
  return <Router value={router}>{children}</Router>
}

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> | undefined }

/** A plain anchor. Paths starting with one slash go through the app's router; other addresses, new tabs and downloads do not. */
export function Anchor({ href, onClick, ...rest }: AnchorProps) {
  const router = use(Router)
  const inside = router !== undefined && /^\/(?!\/)/.test(href) && !rest.target && rest.download === undefined
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!inside || event.defaultPrevented || !plain) return
    event.preventDefault()
    router.navigate(href)
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the rest
  return <a {...rest} href={inside ? router.href(href) : href} onClick={follow} />
}

/** A link in running text or beside a heading. */
export function TextLink({ tone = 'brand', size, ...rest }: AnchorProps & { tone?: 'brand' | 'inherit' | undefined; size?: 'label' | undefined }) {
  return <Anchor {...rest} className="n-link" data-tone={tone} data-size={size} />
}
