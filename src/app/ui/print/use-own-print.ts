import { useEffect } from 'react'
import { isImeKey } from '../composition.ts'
import { useLatest } from '../use-latest.ts'
import type { Paper } from './paper.ts'
import { isPaperOut, putPaperOut } from './print-paper.ts'

interface OwnPrint {
  /** Ctrl+P or the button. */
  ask(): void
  /** What can be laid at once, for the print of the browser's menu; null: nothing yet, and the screen is printed as it stands. */
  laid(): Paper | null
}

/** While a screen stands, Ctrl+P prints its paper and not the screen. Of several screens the last one counts. */
export function useOwnPrint(print: OwnPrint): void {
  const now = useLatest(print)
  useEffect(() => {
    printers.push(now)
    if (printers.length === 1) listen()
    return () => {
      printers.splice(printers.indexOf(now), 1)
      if (printers.length === 0) stopListening()
    }
  }, [now])
}

const printers: (() => OwnPrint)[] = []

function listen(): void {
  // Before any cell: there Ctrl+P is nobody's, but an editor may hold keys back.
  addEventListener('keydown', press, { capture: true })
  addEventListener('beforeprint', layoutInTime)
}

function stopListening(): void {
  removeEventListener('keydown', press, { capture: true })
  removeEventListener('beforeprint', layoutInTime)
}

function press(event: KeyboardEvent): void {
  if (isImeKey(event)) return
  const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyP'
  if (!isPrint) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) printers.at(-1)?.().ask()
}

function layoutInTime(): void {
  if (isPaperOut()) return
  const paper = printers.at(-1)?.().laid()
  if (paper) putPaperOut(paper)
}
