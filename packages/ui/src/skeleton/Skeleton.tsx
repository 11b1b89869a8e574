/** A placeholder shape. Hidden from screen readers: the loading region has aria-busy. */
export function Skeleton({
  shape = 'line',
  width,
}: {
  shape?: 'line' | 'circle' | 'leaf' | 'figure' | 'block' | undefined
  width?: 'xs' | 's' | 'm' | 'l' | 'full' | undefined
}) {
  return <span className="n-skeleton" data-shape={shape} data-width={width} aria-hidden />
}

/** Placeholder rows of a list. */
export function ListSkeleton({ rows = 3, leaf = false }: { rows?: number | undefined; leaf?: boolean | undefined }) {
  return (
    <div className="n-list" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div className="n-row" key={row}>
          <div className="n-item" data-media>
            <Skeleton shape={leaf ? 'leaf' : 'circle'} />
            <span className="n-item-text n-skeleton-lines">
              <Skeleton width={row % 2 ? 'm' : 'l'} />
              <Skeleton width={row % 2 ? 's' : 'm'} />
            </span>
            <Skeleton width="xs" />
          </div>
        </div>
      ))}
    </div>
  )
}
