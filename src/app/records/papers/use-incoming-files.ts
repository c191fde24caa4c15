import { useEffect, useState, type RefObject } from 'react'
import { useLatest } from '#app/ui/use-latest.ts'

/**
 * Takes files dropped or pasted anywhere on the panel around an element. Returns whether files are
 * being dragged over it.
 */
export function useIncomingFiles(
  inside: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const take = useLatest(onFiles)
  useEffect(() => {
    const area = inside.current?.closest<HTMLElement>('[data-detail-panel]') ?? inside.current
    if (!area) return
    const over = new AbortController()
    const { signal } = over
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take()(files)
    }
    const paste = (event: ClipboardEvent) => {
      const isAimedHere = event.target === document.body || area.contains(event.target as Node)
      const files = [...(event.clipboardData?.files ?? [])]
      if (!isAimedHere || isTextField(event.target) || files.length === 0) return
      event.preventDefault()
      take()(files)
    }
    area.addEventListener('dragenter', hover, { signal })
    area.addEventListener('dragover', hover, { signal })
    area.addEventListener('dragleave', (event) => !area.contains(event.relatedTarget as Node) && setOver(false), {
      signal,
    })
    area.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => over.abort()
  }, [inside, take])
  return isOver
}

/** In a text field, paste inserts text. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
