import { type ChangeEvent, type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from 'react'
import { type PictureOptions, shrinkPicture } from './draw-picture.ts'

export interface PictureUpload {
  readonly isBusy: boolean
  readonly error: string | null
  /** Opens the file dialog. */
  choose(): void
  /** Uploads pasted or dropped files one after the other. */
  upload(files: readonly File[]): Promise<void>
  /** Props of the hidden file input. */
  readonly input: {
    readonly ref: RefObject<HTMLInputElement | null>
    readonly accept: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
}

interface UploadProps {
  readonly options: PictureOptions
  /** Uploads the picture. */
  send(picture: Blob): Promise<{ ok: true; value: { url: string } } | { ok: false; problem: { message: string } }>
  onPicture(url: string): void
}

/**
 * Lets the user choose a picture, shrinks it to the size it is shown at, uploads it and passes its
 * URL on.
 */
export function usePictureUpload({ options, send, onPicture }: UploadProps): PictureUpload {
  const ref = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [runningCount, setRunningCount] = useState(0)

  /** Returns why it was refused, or null when it was accepted. */
  async function uploadFile(file: File): Promise<string | null> {
    const shrunk = await shrinkPicture(file, options)
    if (!shrunk.ok) return shrunk.reason
    const result = await send(shrunk.picture)
    if (!result.ok) return result.problem.message
    onPicture(result.value.url)
    return null
  }

  async function upload(files: readonly File[]): Promise<void> {
    setError(null)
    setRunningCount((count) => count + 1)
    for (const file of files) {
      const refusal = await uploadFile(file)
      if (refusal !== null) setError(refusal)
    }
    setRunningCount((count) => count - 1)
  }

  return {
    isBusy: runningCount > 0,
    error,
    upload,
    choose: () => ref.current?.click(),
    input: {
      ref,
      accept: options.types.join(','),
      onChange: ({ target }) => {
        const file = target.files?.[0]
        if (file) void upload([file])
        // Reset, so that choosing the same file again fires a change event.
        target.value = ''
      },
    },
  }
}

/** Handlers for a text field that holds pictures; pasted or dropped files go to `onFiles`. */
export function createPictureHandlers(onFiles: (files: readonly File[]) => void) {
  return {
    onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
      const { files, types } = event.clipboardData
      // Office programs copy text together with a picture of it; paste the text.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...files])
    },
    onDragOver(event: DragEvent<HTMLTextAreaElement>) {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent<HTMLTextAreaElement>) {
      const { files } = event.dataTransfer
      if (files.length === 0) return
      // Otherwise the browser would navigate to the file.
      event.preventDefault()
      onFiles([...files])
    },
  }
}
