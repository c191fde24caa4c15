import { useRef } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import type { UnsavedAnswer } from './use-detail-panel.ts'

/** Asked before the panel closes or moves on while something waits for 저장; closing the question stays. */
export function UnsavedQuestion({ changes, onAnswer }: { changes: number; onAnswer: (answer: UnsavedAnswer) => void }) {
  const save = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      width="narrow"
      title="저장하지 않은 변경이 있습니다"
      description={`이 기록의 변경 ${changes}건을 저장하시겠습니까? 저장하지 않으면 입력한 내용이 사라집니다.`}
      onClose={() => onAnswer('stay')}
      initialFocus={save}
      actions={
        <>
          <Button onClick={() => onAnswer('stay')}>계속 입력</Button>
          <Button onClick={() => onAnswer('discard')}>저장 안 함</Button>
          <Button ref={save} tone="primary" onClick={() => onAnswer('save')}>
            저장
          </Button>
        </>
      }
    />
  )
}
