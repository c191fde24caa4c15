import { useRef, useState, type ChangeEvent, type RefObject } from 'react'
import { shrinkPicture, type PictureNeed } from './shrink-picture.ts'

export interface PictureUpload {
  readonly isBusy: boolean
  readonly fault: string | null
  /** Opens the choice of a file. */
  choose(): void
  /** For the hidden file field. */
  readonly input: {
    readonly ref: RefObject<HTMLInputElement | null>
    readonly accept: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
}

interface UploadProps {
  readonly need: PictureNeed
  /** Takes the picture to where it is kept. */
  send(picture: Blob): Promise<{ ok: true; value: { url: string } } | { ok: false; problem: { message: string } }>
  onPicture(url: string): void
}

/** Chooses a picture, makes it as small as it is shown, sends it to the server and hands on where it is served. */
export function usePictureUpload({ need, send, onPicture }: UploadProps): PictureUpload {
  const ref = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function take(file: File) {
    setBusy(true)
    const shrunk = await shrinkPicture(file, need)
    if (shrunk.ok) {
      const answer = await send(shrunk.picture)
      setFault(answer.ok ? null : answer.problem.message)
      if (answer.ok) onPicture(answer.value.url)
    } else setFault(shrunk.reason)
    setBusy(false)
  }

  return {
    ...{ isBusy, fault },
    choose: () => ref.current?.click(),
    input: {
      ref,
      accept: need.types.join(','),
      onChange: ({ target }) => {
        const file = target.files?.[0]
        if (file) void take(file)
        // The same file chosen again must be heard of again.
        target.value = ''
      },
    },
  }
}
