import { useEffect, useRef } from 'react'
import { useLatest } from '../hooks/use-latest.ts'

interface ZoomedPictureProps {
  url: string
  label: string
  /** 1 fits the picture into the frame. */
  zoom: number
  onZoom(zoom: number): void
}

/**
 * A picture that can be zoomed with Ctrl and the wheel (or a touchpad pinch) and moved by
 * scrolling.
 */
export function ZoomedPicture({ url, label, zoom, onZoom }: ZoomedPictureProps) {
  const area = useRef<HTMLDivElement>(null)
  const latest = useLatest({ zoom, onZoom })
  useEffect(() => {
    const element = area.current
    // Not as a prop: React's wheel listeners are passive, so the browser would zoom the whole page
    // too.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      latest().onZoom(Math.min(4, Math.max(1, latest().zoom - event.deltaY / 200)))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [latest])
  return (
    <div
      ref={area}
      role="region"
      aria-label={`${label} 보기`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an enlarged picture must scroll by keyboard too
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
