import { useRef, useState, type ChangeEvent } from 'react'
import { postPictureLimits } from '#contract/blog.ts'
import { useApi } from '#app/session/api.tsx'
import { shrinkPicture } from '#app/ui/pictures/shrink-picture.ts'
import { uploadPicture } from './blog-calls.ts'

interface PictureUpload {
  readonly isBusy: boolean
  readonly fault: string | null
  /** Opens the choice of a file. */
  choose(): void
  /** For the hidden file field. */
  readonly input: {
    readonly ref: React.RefObject<HTMLInputElement | null>
    readonly accept: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
}

/** Chooses a picture, makes it as small as it is shown, sends it to the server and hands on where it is served. */
export function usePictureUpload(shownSide: number, onPicture: (url: string) => void): PictureUpload {
  const api = useApi()
  const ref = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(file: File) {
    setBusy(true)
    const shrunk = await shrinkPicture(file, { ...postPictureLimits, shownSide })
    if (shrunk.ok) {
      const answer = await uploadPicture(api, shrunk.picture)
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
      accept: postPictureLimits.types.join(','),
      onChange: ({ target }) => {
        const file = target.files?.[0]
        if (file) void send(file)
        // The same file chosen again must be heard of again.
        target.value = ''
      },
    },
  }
}
