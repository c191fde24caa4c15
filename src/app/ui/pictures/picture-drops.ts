import type { ClipboardEvent, DragEvent } from 'react'

/** Handlers for a text field that holds pictures; pasted or dropped files go to `onFiles`. */
export function pictureDrops(onFiles: (files: readonly File[]) => void) {
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
