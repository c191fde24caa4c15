import { useEffect, useRef } from 'react'
import { useLatest } from '../use-latest.ts'

interface ZoomedPictureProps {
  url: string
  label: string
  /** 1: as large as fits. */
  zoom: number
  onZoom(zoom: number): void
}

/** A picture that fits, or is looked into: enlarged by the wheel with Ctrl (a pinch on a touchpad is one), and moved by scrolling. */
export function ZoomedPicture({ url, label, zoom, onZoom }: ZoomedPictureProps) {
  const area = useRef<HTMLDivElement>(null)
  const now = useLatest({ zoom, onZoom })
  useEffect(() => {
    const element = area.current
    // Not as a prop: React's wheel listeners are passive, and the browser would enlarge the whole page along with it.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      now().onZoom(Math.min(4, Math.max(1, now().zoom - event.deltaY / 200)))
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [now])
  return (
    <div
      ref={area}
      role="region"
      aria-label={`${label} 보기`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What is larger than its frame is scrolled by keys as well.
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto rounded-control bg-paper-sunk"
    >
      <img
        src={url}
        alt={label}
        className={`mx-auto block ${zoom === 1 ? 'max-h-[60dvh] max-w-full object-contain' : 'max-w-none'}`}
        style={zoom === 1 ? {} : { width: `${zoom * 100}%` }}
      />
    </div>
  )
}
