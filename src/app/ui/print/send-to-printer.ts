import { useEffect } from 'react'
import { formatDocumentTitle } from '../browser/document-title.ts'
import { useScreenCommand } from '../buttons/screen-commands.ts'
import { useLatest } from '../hooks/use-latest.ts'
import { getOffice } from '../office/office-profile.ts'
import { isImeKey } from '../text-editing/composition.ts'
import { layoutPrintSheet } from './layout-print-sheet.ts'
import type { PrintSheet } from './print-sheet.ts'

/**
 * Prints a sheet: lays it out next to the app, loads the fonts it needs and opens the browser's
 * print dialog. All prints by the app go through here, so listeners see every print.
 */
export async function sendToPrinter(printSheet: PrintSheet): Promise<void> {
  const sheet = layoutPrintSheet(printSheet)
  await waitForFonts(sheet.textContent)
  insertSheet(sheet, printSheet)
  window.print()
}

/** For a print from the browser's menu: lays out what is available at once. */
function insertPrint(printSheet: PrintSheet): void {
  insertSheet(layoutPrintSheet(printSheet), printSheet)
}

/**
 * Calls the listener with every print, from the app's button or the browser's menu. Returns an
 * unsubscribe function.
 */
export function onPrinted(listener: (printSheet: PrintSheet) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const listeners = new Set<(printSheet: PrintSheet) => void>()

function isPrintInserted(): boolean {
  return document.querySelector('[data-paper]') !== null
}

function insertSheet(sheet: HTMLElement, printSheet: PrintSheet): void {
  const { title, printed } = printSheet
  removeSheets()
  for (const listener of [...listeners]) listener(printSheet)
  const { documentElement: page, title: previousTitle } = document
  document.body.append(sheet)
  page.dataset['hasPaper'] = ''
  page.style.setProperty('--printed', JSON.stringify(printed))
  // A table as the first block repeats the title in its header; other prints show it in the footer.
  if (printSheet.blocks[0]?.kind !== 'table') page.style.setProperty('--running-title', JSON.stringify(title))
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
  layout(): PrintSheet | null
}

/**
 * While mounted, Ctrl+P and 인쇄 in the global search print this sheet instead of the screen. The
 * last mounted one wins.
 */
export function usePrintShortcut(print: PrintShortcut): void {
  const latestPrint = useLatest(print)
  useScreenCommand('인쇄', print.printRecord)
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
  if (isPrintInserted()) return
  const printSheet = printers.at(-1)?.().layout()
  if (printSheet) insertPrint(printSheet)
}
