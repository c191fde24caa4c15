import { useEffect } from 'react'
import { isImeKey } from '../composition.ts'
import { useLatest } from '../use-latest.ts'
import type { Paper } from './paper.ts'
import { isPaperInserted, insertPaper } from './print-paper.ts'

interface OwnPrint {
  /** Called for Ctrl+P or the print button. */
  printRecord(): void
  /**
   * The sheet for a print from the browser's menu, available at once; null prints the screen as it
   * is.
   */
  layout(): Paper | null
}

/** While mounted, Ctrl+P prints this sheet instead of the screen. The last mounted one wins. */
export function useOwnPrint(print: OwnPrint): void {
  const latestPrint = useLatest(print)
  useEffect(() => {
    printers.push(latestPrint)
    if (printers.length === 1) listen()
    return () => {
      printers.splice(printers.indexOf(latestPrint), 1)
      if (printers.length === 0) stopListening()
    }
  }, [latestPrint])
}

const printers: (() => OwnPrint)[] = []

function listen(): void {
  // Captured before any cell, whose editor might stop the event.
  addEventListener('keydown', press, { capture: true })
  addEventListener('beforeprint', layoutBeforePrint)
}

function stopListening(): void {
  removeEventListener('keydown', press, { capture: true })
  removeEventListener('beforeprint', layoutBeforePrint)
}

function press(event: KeyboardEvent): void {
  if (isImeKey(event)) return
  const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyP'
  if (!isPrint) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) printers.at(-1)?.().printRecord()
}

function layoutBeforePrint(): void {
  if (isPaperInserted()) return
  const paper = printers.at(-1)?.().layout()
  if (paper) insertPaper(paper)
}
