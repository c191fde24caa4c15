import { Crop, RotateCcw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { CropEditor } from './crop-editor.tsx'
import { turnFrame, fullFrame } from './crop-frame.ts'
import type { Adjustment } from './draw-picture.ts'

interface AdjustDialogProps {
  picture: ImageBitmap
  /** Number of this picture and the total. */
  progress: { readonly number: number; readonly of: number }
  isBusy: boolean
  onApply(adjustment: Adjustment): void
  /** Keeps this picture as adjusted and all later ones unchanged. */
  onApplyAll(adjustment: Adjustment): void
  /** Skips this picture. */
  onSkip(): void
  /** Skips this picture and all later ones. */
  onClose(): void
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Lets the user rotate or crop a picture before it is kept. Give it a new key for each picture. */
export function AdjustDialog({ picture, progress, isBusy, onApply, onApplyAll, onSkip, onClose }: AdjustDialogProps) {
  const [adjustment, setAdjustment] = useState<Adjustment>({ turns: 0, frame: fullFrame })
  const isLast = progress.number >= progress.of
  const turn = (by: 1 | -1) =>
    setAdjustment(({ turns, frame }) => ({
      turns: ((turns + by + 4) % 4) as Adjustment['turns'],
      frame: frame === fullFrame ? frame : turnFrame(frame, by),
    }))
  return (
    <Dialog
      open
      isSticky
      width="wide"
      title={progress.of > 1 ? `사진 추가 (${progress.number}/${progress.of})` : '사진 추가'}
      onClose={onClose}
      actions={
        <>
          <Button tone="transparent" className="mr-auto" disabled={isBusy} onClick={onClose}>
            취소
          </Button>
          {progress.of > 1 ? (
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
        <Button icon={<RotateCcw {...icon} />} onClick={() => turn(-1)}>
          왼쪽으로 회전
        </Button>
        <Button icon={<RotateCw {...icon} />} onClick={() => turn(1)}>
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
