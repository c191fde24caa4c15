import { Camera, FilePlus } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { paperMediaTypes } from '#contract/papers/paper-limits.ts'
import { Button } from '#app/ui/buttons/button.tsx'

interface AddPapersProps {
  isBusy: boolean
  /** Files are being dragged over the panel. */
  isDraggedOver: boolean
  onFiles(files: readonly File[]): void
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Adds photographs and documents from the device's camera, its files, drag and drop, or paste. */
export function AddPapers({ isBusy, isDraggedOver, onFiles }: AddPapersProps) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // Without this, choosing the same file again would fire no event.
    target.value = ''
  }
  const hidden = { type: 'file', hidden: true, tabIndex: -1, onChange } as const
  return (
    <div
      className={`flex flex-wrap items-center gap-2 rounded-control border border-dashed px-3 py-2.5 ${isDraggedOver ? 'border-primary bg-primary-wash' : 'border-rule-strong'}`}
    >
      <input {...hidden} ref={camera} accept="image/*" capture="environment" data-testid="paper-camera" />
      <input {...hidden} ref={files} multiple accept={paperMediaTypes.join(',')} data-testid="paper-files" />
      <Button tone="primary" isBusy={isBusy} icon={<Camera {...icon} />} onClick={() => camera.current?.click()}>
        사진 찍기
      </Button>
      <Button icon={<FilePlus {...icon} />} disabled={isBusy} onClick={() => files.current?.click()}>
        파일 추가
      </Button>
      <p className="min-w-0 flex-1 basis-48 text-label text-ink-2">
        {isDraggedOver
          ? '여기에 놓으면 추가됩니다.'
          : '사진과 PDF를 끌어다 놓거나 붙여 넣을 수 있습니다. 한 건에 20MB까지입니다.'}
      </p>
    </div>
  )
}
