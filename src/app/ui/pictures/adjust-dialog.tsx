import { Crop, RotateCcw, RotateCw } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import {
  type Corner,
  corners,
  createFrame,
  type CropFrame,
  fullFrame,
  isInside,
  moveFrame,
  type Point,
  pullCorner,
  turnFrame,
} from './crop-frame.ts'
import { type Adjustment, drawPicture } from './draw-picture.ts'

interface AdjustDialogProps {
  picture: ImageBitmap
  /** Number of this picture and the total. */
  progress: { readonly number: number; readonly total: number }
  isBusy: boolean
  onApply(adjustment: Adjustment): void
  /** Keeps this picture as adjusted and all later ones unchanged. */
  onApplyAll(adjustment: Adjustment): void
  onSkip(): void
  /** Skips this picture and all later ones. */
  onClose(): void
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Lets the user rotate or crop a picture before it is kept. Give it a new key for each picture. */
export function AdjustDialog({ picture, progress, isBusy, onApply, onApplyAll, onSkip, onClose }: AdjustDialogProps) {
  const [adjustment, setAdjustment] = useState<Adjustment>({ turns: 0, frame: fullFrame })
  const isLast = progress.number >= progress.total
  const rotate = (by: 1 | -1) =>
    setAdjustment(({ turns, frame }) => ({
      turns: ((turns + by + 4) % 4) as Adjustment['turns'],
      frame: frame === fullFrame ? frame : turnFrame(frame, by),
    }))
  return (
    <Dialog
      open
      isSticky
      width="wide"
      title={progress.total > 1 ? `사진 추가 (${progress.number}/${progress.total})` : '사진 추가'}
      onClose={onClose}
      actions={
        <>
          <Button tone="transparent" className="mr-auto" disabled={isBusy} onClick={onClose}>
            취소
          </Button>
          {progress.total > 1 ? (
            <Button disabled={isBusy} onClick={onSkip}>
              이 사진 빼기
            </Button>
          ) : null}
          {isLast ? null : (
            <Button disabled={isBusy} onClick={() => onApplyAll(adjustment)}>
              모두 그대로 추가
            </Button>
          )}
          <Button tone="primary" isBusy={isBusy} onClick={() => onApply(adjustment)}>
            추가
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <Button icon={<RotateCcw {...icon} />} onClick={() => rotate(-1)}>
          왼쪽으로 회전
        </Button>
        <Button icon={<RotateCw {...icon} />} onClick={() => rotate(1)}>
          오른쪽으로 회전
        </Button>
        <Button
          icon={<Crop {...icon} />}
          disabled={adjustment.frame === fullFrame}
          onClick={() => setAdjustment({ ...adjustment, frame: fullFrame })}
        >
          전체 사용
        </Button>
        <p className="text-label text-ink-2">모서리를 끌면 필요한 부분만 남길 수 있습니다.</p>
      </div>
      <div className="overflow-hidden px-6 py-1">
        <CropEditor
          picture={picture}
          adjustment={adjustment}
          onFrame={(frame) => setAdjustment({ ...adjustment, frame })}
        />
      </div>
    </Dialog>
  )
}

interface CropEditorProps {
  picture: ImageBitmap
  adjustment: Adjustment
  onFrame(frame: CropFrame): void
}

/** Longest side of the preview canvas in px; the browser scales it to fit the dialog. */
const previewSide = 1600

/**
 * The rotated picture with its crop frame. Corners can be dragged, the frame moved, or a new frame
 * drawn, by touch, pen or mouse. A focused corner moves with the arrow keys.
 */
function CropEditor({ picture, adjustment, onFrame }: CropEditorProps) {
  const { turns, frame } = adjustment
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<CropDrag | null>(null)
  const canvas = usePreviewCanvas(picture, turns)

  function toStagePoint(event: PointerEvent): Point {
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }

  function onPointerDown(event: PointerEvent, corner: Corner | null) {
    event.stopPropagation()
    stage.current?.setPointerCapture(event.pointerId)
    const from = toStagePoint(event)
    // While the frame covers the whole picture, a drag draws a new one; there is nothing to move.
    const isMove = isInside(frame, from) && frame !== fullFrame
    drag.current = { from, frame, mode: corner ?? (isMove ? 'move' : 'draw') }
  }

  function onPointerMove(event: PointerEvent) {
    if (!drag.current) return
    const { from, frame: start, mode } = drag.current
    const to = toStagePoint(event)
    const by = { x: to.x - from.x, y: to.y - from.y }
    if (mode === 'draw') onFrame(createFrame(from, to) ?? start)
    else onFrame(mode === 'move' ? moveFrame(start, by) : pullCorner(start, mode, by))
  }

  function moveCornerByKey(event: KeyboardEvent, corner: Corner) {
    if (isImeKey(event)) return
    const by = directionByKey[event.key]
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
        <div
          className="absolute border-2 border-white shadow-[0_0_0_9999px_rgb(0_0_0/0.5)]"
          style={toBoxStyle(frame)}
        />
      </div>
      {corners.map((corner) => (
        <button
          key={corner}
          type="button"
          aria-label={`${cornerNames[corner]} 모서리: 방향키로 자르기`}
          className="absolute flex size-11 -translate-x-1/2 -translate-y-1/2 touch-none items-center justify-center"
          style={cornerPosition(frame, corner)}
          onPointerDown={(event) => onPointerDown(event, corner)}
          onKeyDown={(event) => moveCornerByKey(event, corner)}
        >
          <span aria-hidden className="size-4 rounded-full border-2 border-white bg-primary" />
        </button>
      ))}
    </div>
  )
}

interface CropDrag {
  readonly from: Point
  /** The frame when the drag began. */
  readonly frame: CropFrame
  readonly mode: Corner | 'move' | 'draw'
}

function usePreviewCanvas(picture: ImageBitmap, turns: Adjustment['turns']) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const preview = drawPicture(picture, { turns, frame: fullFrame }, previewSide)
    element.width = preview.width
    element.height = preview.height
    element.getContext('2d')?.drawImage(preview, 0, 0)
  }, [picture, turns])
  return canvas
}

const directionByKey: Readonly<Record<string, Point>> = {
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

function toBoxStyle({ left, top, right, bottom }: CropFrame) {
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
