import { useEffect } from 'react'
import { isImeKey } from '../composition.ts'
import { formatDocumentTitle } from '../document-title.ts'
import { getOffice } from '../office-profile.ts'
import { useLatest } from '../use-latest.ts'
import { layoutPaper } from './layout-paper.ts'
import type { Paper } from './paper.ts'

/**
 * Prints a sheet: lays it out next to the app, loads the fonts it needs and opens the browser's
 * print dialog. All prints by the app go through here, so listeners see every print.
 */
export async function printPaper(paper: Paper): Promise<void> {
  const sheet = layoutPaper(paper)
  await waitForFonts(sheet.textContent)
  insertSheet(sheet, paper)
  window.print()
}

/** For a print from the browser's menu: lays out what is available at once. */
function insertPaper(paper: Paper): void {
  insertSheet(layoutPaper(paper), paper)
}

/**
 * Calls the listener with every print, from the app's button or the browser's menu. Returns an
 * unsubscribe function.
 */
export function onPaperPrinted(listener: (paper: Paper) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const listeners = new Set<(paper: Paper) => void>()

function isPaperInserted(): boolean {
  return document.querySelector('[data-paper]') !== null
}

function insertSheet(sheet: HTMLElement, paper: Paper): void {
  const { title, printed } = paper
  removeSheets()
  for (const listener of [...listeners]) listener(paper)
  const { documentElement: page, title: previousTitle } = document
  document.body.append(sheet)
  page.dataset['hasPaper'] = ''
  page.style.setProperty('--printed', JSON.stringify(printed))
  // A table as the first block repeats the title in its header; other prints show it in the footer.
  if (paper.blocks[0]?.kind !== 'table') page.style.setProperty('--running-title', JSON.stringify(title))
  // Browsers use it as the default name of a PDF.
  document.title = formatDocumentTitle(title, getOffice())
  addEventListener(
    'afterprint',
    () => {
      removeSheets()
      document.title = previousTitle
    },
    { once: true },
  )
}

function removeSheets(): void {
  for (const sheet of document.querySelectorAll('[data-paper]')) sheet.remove()
  const { dataset, style } = document.documentElement
  delete dataset['hasPaper']
  style.removeProperty('--printed')
  style.removeProperty('--running-title')
}

const fontTimeoutMs = 3000

/**
 * Loads the font subsets for a text. Browsers load them for visible text only; without this a print
 * would have gaps or a fallback font.
 */
export async function waitForFonts(text: string): Promise<void> {
  const letters = [...new Set(text)].join('')
  const { fontFamily } = getComputedStyle(document.body)
  const loading = Promise.all(
    ['400', '600', '700'].map((weight) => document.fonts.load(`${weight} 12px ${fontFamily}`, letters)),
  ).catch(() => [])
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, fontTimeoutMs))])
}

interface PrintShortcut {
  /** Called for Ctrl+P or the print button. */
  printRecord(): void
  /**
   * The sheet for a print from the browser's menu, available at once; null prints the screen as it
   * is.
   */
  layout(): Paper | null
}

/** While mounted, Ctrl+P prints this sheet instead of the screen. The last mounted one wins. */
export function usePrintShortcut(print: PrintShortcut): void {
  const latestPrint = useLatest(print)
  useEffect(() => {
    printers.push(latestPrint)
    if (printers.length === 1) startListening()
    return () => {
      printers.splice(printers.indexOf(latestPrint), 1)
      if (printers.length === 0) stopListening()
    }
  }, [latestPrint])
}

const printers: (() => PrintShortcut)[] = []

function startListening(): void {
  // Captured before any cell, whose editor might stop the event.
  addEventListener('keydown', onKeyDown, { capture: true })
  addEventListener('beforeprint', layoutBeforePrint)
}

function stopListening(): void {
  removeEventListener('keydown', onKeyDown, { capture: true })
  removeEventListener('beforeprint', layoutBeforePrint)
}

function onKeyDown(event: KeyboardEvent): void {
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
