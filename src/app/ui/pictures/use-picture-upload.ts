import { useRef, useState, type ChangeEvent, type RefObject } from 'react'
import { shrinkPicture, type PictureDeps } from './shrink-picture.ts'

export interface PictureUpload {
  readonly isBusy: boolean
  readonly fault: string | null
  /** Opens the choice of a file. */
  choose(): void
  /** Sends these, one after the other: what was pasted or dropped. */
  take(files: readonly File[]): Promise<void>
  /** For the hidden file field. */
  readonly input: {
    readonly ref: RefObject<HTMLInputElement | null>
    readonly accept: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
}

interface UploadProps {
  readonly need: PictureDeps
  /** Takes the picture to where it is kept. */
  send(picture: Blob): Promise<{ ok: true; value: { url: string } } | { ok: false; problem: { message: string } }>
  onPicture(url: string): void
}

/** Chooses a picture, makes it as small as it is shown, sends it to the server and hands on where it is served. */
export function usePictureUpload({ need, send, onPicture }: UploadProps): PictureUpload {
  const ref = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [running, setRunning] = useState(0)

  /** Why it was refused; null: it was taken. */
  async function takeOne(file: File): Promise<string | null> {
    const shrunk = await shrinkPicture(file, need)
    if (!shrunk.ok) return shrunk.reason
    const answer = await send(shrunk.picture)
    if (!answer.ok) return answer.problem.message
    onPicture(answer.value.url)
    return null
  }

  async function take(files: readonly File[]): Promise<void> {
    setFault(null)
    setRunning((count) => count + 1)
    for (const file of files) {
      const refusal = await takeOne(file)
      if (refusal !== null) setFault(refusal)
    }
    setRunning((count) => count - 1)
  }

  return {
    isBusy: running > 0,
    fault,
    take,
    choose: () => ref.current?.click(),
    input: {
      ref,
      accept: need.types.join(','),
      onChange: ({ target }) => {
        const file = target.files?.[0]
        if (file) void take([file])
        // The same file chosen again must be heard of again.
        target.value = ''
      },
    },
  }
}
