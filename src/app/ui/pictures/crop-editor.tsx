import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { isImeKey } from '../composition.ts'
import {
  corners,
  frameBetween,
  isInside,
  moveFrame,
  pullCorner,
  fullFrame,
  type Corner,
  type CropFrame,
  type Point,
} from './crop-frame.ts'
import { drawPicture, type Adjustment } from './draw-picture.ts'

interface CropEditorProps {
  picture: ImageBitmap
  adjustment: Adjustment
  onFrame(frame: CropFrame): void
}

/** Longest side of the preview canvas in px; the browser scales it to fit the dialog. */
const shownSide = 1600

/**
 * The rotated picture with its crop frame. Corners can be dragged, the frame moved, or a new frame
 * drawn, by touch, pen or mouse. A focused corner moves with the arrow keys.
 */
export function CropEditor({ picture, adjustment, onFrame }: CropEditorProps) {
  const { turns, frame } = adjustment
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const canvas = useDrawn(picture, turns)

  function pointOf(event: PointerEvent): Point {
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }

  function onPointerDown(event: PointerEvent, corner: Corner | null) {
    event.stopPropagation()
    stage.current?.setPointerCapture(event.pointerId)
    const from = pointOf(event)
    // While the frame covers the whole picture, a drag draws a new one; there is nothing to move.
    const isMoved = isInside(frame, from) && frame !== fullFrame
    drag.current = { from, frame, mode: corner ?? (isMoved ? 'move' : 'draw') }
  }

  function onPointerMove(event: PointerEvent) {
    if (!drag.current) return
    const { from, frame: start, mode } = drag.current
    const to = pointOf(event)
    const by = { x: to.x - from.x, y: to.y - from.y }
    if (mode === 'draw') onFrame(frameBetween(from, to) ?? start)
    else onFrame(mode === 'move' ? moveFrame(start, by) : pullCorner(start, mode, by))
  }

  function step(event: KeyboardEvent, corner: Corner) {
    if (isImeKey(event)) return
    const by = arrows[event.key]
    if (!by) return
    event.preventDefault()
    const stepSize = event.shiftKey ? 0.05 : 0.01
    onFrame(pullCorner(frame, corner, { x: by.x * stepSize, y: by.y * stepSize }))
  }

  return (
    <div
      ref={stage}
      className="relative mx-auto w-fit touch-none select-none"
      onPointerDown={(event) => onPointerDown(event, null)}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    >
      <canvas ref={canvas} aria-label="추가할 사진" role="img" className="block max-h-[52dvh] max-w-full" />
      <div className="pointer-events-none absolute inset-0 overflow-hidden">
        <div className="absolute border-2 border-white shadow-[0_0_0_9999px_rgb(0_0_0/0.5)]" style={boxOf(frame)} />
      </div>
      {corners.map((corner) => (
        <button
          key={corner}
          type="button"
          aria-label={`${cornerNames[corner]} 모서리: 방향키로 자르기`}
          className="absolute flex size-11 -translate-x-1/2 -translate-y-1/2 touch-none items-center justify-center"
          style={cornerPosition(frame, corner)}
          onPointerDown={(event) => onPointerDown(event, corner)}
          onKeyDown={(event) => step(event, corner)}
        >
          <span aria-hidden className="size-4 rounded-full border-2 border-white bg-primary" />
        </button>
      ))}
    </div>
  )
}

interface Drag {
  readonly from: Point
  /** The frame when the drag began. */
  readonly frame: CropFrame
  readonly mode: Corner | 'move' | 'draw'
}

function useDrawn(picture: ImageBitmap, turns: Adjustment['turns']) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const shown = canvas.current
    if (!shown) return
    const drawn = drawPicture(picture, { turns, frame: fullFrame }, shownSide)
    shown.width = drawn.width
    shown.height = drawn.height
    shown.getContext('2d')?.drawImage(drawn, 0, 0)
  }, [picture, turns])
  return canvas
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const cornerNames: Record<Corner, string> = {
  'top-left': '왼쪽 위',
  'top-right': '오른쪽 위',
  'bottom-left': '왼쪽 아래',
  'bottom-right': '오른쪽 아래',
}

function boxOf({ left, top, right, bottom }: CropFrame) {
  return { left: percent(left), top: percent(top), right: percent(1 - right), bottom: percent(1 - bottom) }
}

function cornerPosition({ left, top, right, bottom }: CropFrame, corner: Corner) {
  const x = corner.endsWith('left') ? left : right
  const y = corner.startsWith('top') ? top : bottom
  return { left: percent(x), top: percent(y) }
}

function percent(fraction: number): string {
  return `${fraction * 100}%`
}
