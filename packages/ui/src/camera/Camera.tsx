import type { ReactNode } from 'react'

/** The scan screen: the camera's <video> (`feed`) with the controls on top. */
export function CameraScreen({ feed, children }: { feed?: ReactNode; children: ReactNode }) {
  return (
    <div className="n-camera">
      <div className="n-camera-feed">{feed}</div>
      {children}
    </div>
  )
}

/** The square to aim with; its surroundings are darkened. */
export function Viewfinder({ found }: { found?: boolean | undefined }) {
  return (
    <div className="n-viewfinder" data-found={found || undefined} aria-hidden>
      <svg viewBox="0 0 100 100">
        <path d="M2 18V13A11 11 0 0 1 13 2h7M80 2h7a11 11 0 0 1 11 11v7M98 80v7a11 11 0 0 1-11 11h-7M20 98h-7A11 11 0 0 1 2 87v-7" />
      </svg>
    </div>
  )
}

export function CameraControls({ children }: { children: ReactNode }) {
  return <div className="n-camera-controls">{children}</div>
}

export function CameraControl({ icon, children, onPress, on }: { icon: ReactNode; children: ReactNode; onPress: () => void; on?: boolean | undefined }) {
  return (
    <button type="button" className="n-camera-control" onClick={onPress} aria-pressed={on}>
      <span className="n-camera-disc">{icon}</span>
      {children}
    </button>
  )
}
