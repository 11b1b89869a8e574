import { ListSkeleton, Skeleton } from '@nikau/ui'

/** Stands for everything below the field. first-picture.html draws the same before the code has loaded. */
export function HomeSkeleton() {
  return (
    <div aria-busy="true">
      <div className="n-section">
        <div className="n-section-head">
          <span className="n-heading w-24">
            <Skeleton />
          </span>
        </div>
        <Skeleton shape="block" width="full" />
      </div>
      <div className="n-section">
        <ListSkeleton rows={5} />
      </div>
    </div>
  )
}
