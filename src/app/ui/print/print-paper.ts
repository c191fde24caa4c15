import { documentTitle } from '../document-title.ts'
import { currentOffice } from '../office-facts.ts'
import { layoutPaper } from './layout-paper.ts'
import type { Paper } from './paper.ts'
import { untilLetters } from './until-letters.ts'

/**
 * Prints a paper: lays it beside the app, waits for the letters that it needs, and opens the browser's dialog. Every print that the app is asked for goes through here, and
 * so does whatever is to be known of prints.
 */
export async function printPaper(paper: Paper): Promise<void> {
  const sheet = layoutPaper(paper)
  await untilLetters(sheet.textContent)
  putOut(sheet, paper)
  window.print()
}

/** The browser prints by itself (its menu): what can be laid at once. */
export function putPaperOut(paper: Paper): void {
  putOut(layoutPaper(paper), paper)
}

/** Called with every paper that goes out, by the app's own button or the browser's menu. Answers how to stop. */
export function onPaperOut(listener: (paper: Paper) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const listeners = new Set<(paper: Paper) => void>()

export function isPaperOut(): boolean {
  return document.querySelector('[data-paper]') !== null
}

function putOut(sheet: HTMLElement, paper: Paper): void {
  const { title, printed } = paper
  takeAway()
  for (const listener of [...listeners]) listener(paper)
  const { documentElement: page, title: before } = document
  document.body.append(sheet)
  page.dataset['hasPaper'] = ''
  page.style.setProperty('--printed', JSON.stringify(printed))
  // A table that comes first repeats the title with its header; other papers say it at the foot.
  if (paper.blocks[0]?.kind !== 'table') page.style.setProperty('--running-title', JSON.stringify(title))
  // The name that a PDF is offered under.
  document.title = documentTitle(title, currentOffice())
  addEventListener(
    'afterprint',
    () => {
      takeAway()
      document.title = before
    },
    { once: true },
  )
}

function takeAway(): void {
  for (const sheet of document.querySelectorAll('[data-paper]')) sheet.remove()
  const { dataset, style } = document.documentElement
  delete dataset['hasPaper']
  style.removeProperty('--printed')
  style.removeProperty('--running-title')
}
