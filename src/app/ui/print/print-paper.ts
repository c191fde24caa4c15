import { documentTitle } from '../document-title.ts'
import { currentOffice } from '../office-facts.ts'
import { layoutPaper } from './layout-paper.ts'
import type { Paper } from './paper.ts'
import { untilFontsLoaded } from './until-fonts-loaded.ts'

/**
 * Prints a sheet: lays it out next to the app, loads the fonts it needs and opens the browser's
 * print dialog. All prints by the app go through here, so listeners see every print.
 */
export async function printPaper(paper: Paper): Promise<void> {
  const sheet = layoutPaper(paper)
  await untilFontsLoaded(sheet.textContent)
  insertSheet(sheet, paper)
  window.print()
}

/** For a print from the browser's menu: lays out what is available at once. */
export function insertPaper(paper: Paper): void {
  insertSheet(layoutPaper(paper), paper)
}

/**
 * Calls the listener with every print, from the app's button or the browser's menu. Returns an
 * unsubscribe function.
 */
export function onPaperOut(listener: (paper: Paper) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const listeners = new Set<(paper: Paper) => void>()

export function isPaperInserted(): boolean {
  return document.querySelector('[data-paper]') !== null
}

function insertSheet(sheet: HTMLElement, paper: Paper): void {
  const { title, printed } = paper
  removeSheets()
  for (const listener of [...listeners]) listener(paper)
  const { documentElement: page, title: before } = document
  document.body.append(sheet)
  page.dataset['hasPaper'] = ''
  page.style.setProperty('--printed', JSON.stringify(printed))
  // A table as the first block repeats the title in its header; other prints show it in the footer.
  if (paper.blocks[0]?.kind !== 'table') page.style.setProperty('--running-title', JSON.stringify(title))
  // Browsers use it as the default name of a PDF.
  document.title = documentTitle(title, currentOffice())
  addEventListener(
    'afterprint',
    () => {
      removeSheets()
      document.title = before
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
