import { useEffect, useState, type RefObject } from 'react'
import { useLatest } from '#app/ui/use-latest.ts'

/**
 * Takes files dropped or pasted anywhere on the panel around an element. Returns whether files are
 * being dragged over it.
 */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const latestOnFiles = useLatest(onFiles)
  useEffect(() => {
    const area = inside.current?.closest<HTMLElement>('[data-detail-panel]') ?? inside.current
    if (!area) return
    const aborter = new AbortController()
    const { signal } = aborter
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDraggedOver(true)
    }
    const drop = (event: DragEvent) => {
      setDraggedOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latestOnFiles()(files)
    }
    const paste = (event: ClipboardEvent) => {
      const isInside = event.target === document.body || area.contains(event.target as Node)
      const files = [...(event.clipboardData?.files ?? [])]
      if (!isInside || isTextField(event.target) || files.length === 0) return
      event.preventDefault()
      latestOnFiles()(files)
    }
    area.addEventListener('dragenter', hover, { signal })
    area.addEventListener('dragover', hover, { signal })
    area.addEventListener(
      'dragleave',
      (event) => !area.contains(event.relatedTarget as Node) && setDraggedOver(false),
      {
        signal,
      },
    )
    area.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => aborter.abort()
  }, [inside, latestOnFiles])
  return isDraggedOver
}

/** In a text field, paste inserts text. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
