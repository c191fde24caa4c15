import { ImagePlus } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import { usePostPicture } from './use-post-picture.ts'

interface PictureButtonProps {
  label: string
  /** Longest side at which the picture is shown, in px. */
  shownSide: number
  onPicture(url: string): void
  disabledReason?: string | undefined
}

/** Takes a picture to the server and says what became of it. */
export function PictureButton({ label, shownSide, onPicture, disabledReason }: PictureButtonProps) {
  const { input, fault, isBusy, choose } = usePostPicture(shownSide, onPicture)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input {...input} type="file" aria-label={`${label} 파일`} className="sr-only" tabIndex={-1} />
      <Button
        size="sm"
        icon={<ImagePlus size={16} strokeWidth={1.5} />}
        isBusy={isBusy}
        disabledReason={disabledReason}
        onClick={choose}
      >
        {label}
      </Button>
      <span role="status" className={`text-label ${fault ? 'text-seal' : 'text-ink-3'}`}>
        {fault ?? 'PNG, JPEG, WebP · 5MB 이하'}
      </span>
    </div>
  )
}
