import type { ClipboardEvent, DragEvent } from 'react'

/** For a field whose text holds pictures: files that are pasted or dropped into it go to `take`. */
export function pictureDrops(take: (files: readonly File[]) => void) {
  return {
    onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
      const { files, types } = event.clipboardData
      // What an office program copies is words, with a picture of them.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      take([...files])
    },
    onDragOver(event: DragEvent<HTMLTextAreaElement>) {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent<HTMLTextAreaElement>) {
      const { files } = event.dataTransfer
      if (files.length === 0) return
      // Otherwise the browser leaves the page and shows the file.
      event.preventDefault()
      take([...files])
    },
  }
}
