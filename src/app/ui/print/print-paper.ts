import { documentTitle } from '../document-title.ts'
import { currentOffice } from '../office-facts.ts'
import { layPaper } from './lay-paper.ts'
import type { Paper } from './paper.ts'

/**
 * Prints a paper: lays it beside the app, waits for the letters that it needs, and opens the browser's dialog. Every print that the app is asked for goes through here, and
 * so does whatever is to be known of prints.
 */
export async function printPaper(paper: Paper): Promise<void> {
  const sheet = layPaper(paper)
  await untilLetters(sheet.textContent)
  putOut(sheet, paper)
  window.print()
}

/** The browser prints by itself (its menu): what can be laid at once. */
export function putPaperOut(paper: Paper): void {
  putOut(layPaper(paper), paper)
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
}

const patienceMs = 3000

/** Pieces of the typeface come as letters need them, and hidden text needs none: without this a print has gaps, or another typeface. */
async function untilLetters(text: string): Promise<void> {
  const letters = [...new Set(text)].join('')
  const { fontFamily } = getComputedStyle(document.body)
  const loading = Promise.all(
    ['400', '600', '700'].map((weight) => document.fonts.load(`${weight} 12px ${fontFamily}`, letters)),
  ).catch(() => [])
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}
