import { isImeKey } from '../composition.ts'

/** The edge between table and panel: dragging it, or ← and →, gives the panel another width. A separator that takes the focus is a control (WAI-ARIA "window splitter"). */
export function PanelEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="상세 너비"
      aria-valuenow={width}
      aria-valuemin={320}
      aria-valuemax={800}
      tabIndex={0}
      onKeyDown={(event) => {
        if (isImeKey(event) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
        event.preventDefault()
        onWidth(width + (event.key === 'ArrowLeft' ? step : -step))
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const panel = event.currentTarget.parentElement
        if (!event.currentTarget.hasPointerCapture(event.pointerId) || !panel) return
        onWidth(panel.getBoundingClientRect().right - event.clientX)
      }}
      className="absolute inset-y-0 -left-1.5 z-10 w-3 cursor-col-resize touch-none hover:bg-primary-wash focus-visible:bg-primary-wash"
    />
  )
}

const step = 16
