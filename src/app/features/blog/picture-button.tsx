import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { postPictureLimits } from '#contract/blog.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { uploadPicture } from './blog-calls.ts'

interface PictureButtonProps {
  label: string
  onPicture(url: string): void
  disabledReason?: string | undefined
}

/** Chooses a picture, sends it to the server and hands on where it is served. */
export function PictureButton({ label, onPicture, disabledReason }: PictureButtonProps) {
  const api = useApi()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(file: File | undefined) {
    if (!file) return
    if (file.size > postPictureLimits.maxBytes) return setFault('그림은 5MB 이하만 올릴 수 있습니다.')
    setBusy(true)
    const answer = await uploadPicture(api, file)
    setBusy(false)
    setFault(answer.ok ? null : answer.problem.message)
    if (answer.ok) onPicture(answer.value.url)
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        ref={input}
        type="file"
        aria-label={`${label} 파일`}
        accept={postPictureLimits.types.join(',')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void send(event.target.files?.[0])
          // The same file chosen again must be heard of again.
          event.target.value = ''
        }}
      />
      <Button
        size="sm"
        icon={<ImagePlus size={16} strokeWidth={1.5} />}
        isBusy={isBusy}
        disabledReason={disabledReason}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <span role="status" className={`text-label ${fault ? 'text-seal' : 'text-ink-3'}`}>
        {fault ?? 'PNG, JPEG, WebP · 5MB 이하'}
      </span>
    </div>
  )
}
