import { buffer } from 'node:stream/consumers'
import { buildCostStatement, buildReceipt } from '#domain/filings/cost-statement.ts'
import { buildPowerOfAttorney } from '#domain/filings/filing-sides.ts'
import type { FilingSource, FilledForm } from '#domain/filings/filing.ts'
import { listFilings } from '#domain/filings/list-filings.ts'
import { writeForms } from '#server/documents/forms/write-forms.ts'
import { findTextNextTo, type ReadBox, readBoxes } from './read-boxes.ts'
import { readPdf } from './read-pdf.ts'

export const formsDocument = { title: '등기신청서', author: '온결 법무사사무소', createdAt: '2026-11-20T00:00:00Z' }

/** Prints forms as a PDF and reads it back. */
export async function printForms(...forms: FilledForm[]) {
  return await readPdf(new Uint8Array(await buffer(writeForms(yieldOneSet(forms), formsDocument))))
}

/** Wraps forms for the writer. */
export async function* yieldOneSet(forms: readonly FilledForm[]) {
  yield await Promise.resolve(forms)
}

/** All forms printed for a unit. */
export function buildAllForms(source: FilingSource): FilledForm[] {
  const filings = listFilings(source)
  const powers = filings.map((filing) => buildPowerOfAttorney(source, filing))
  return [...filings, ...powers, buildCostStatement(source), buildReceipt(source)]
}

/**
 * Prints one application of a unit and reads it back: its title without spaces, and the text next
 * to a label.
 */
export async function printFiling(source: FilingSource, part = 0) {
  const { pages } = await printForms(...listFilings(source).slice(part, part + 1))
  const boxes = pages.map(readBoxes)
  return {
    pages,
    /** Boxes of the first page. */
    boxes: boxes[0] ?? ([] as ReadBox[]),
    textIn: (label: string) => boxes.map((page) => findTextNextTo(page, label)).find((text) => text !== undefined),
    title: (pages[0]?.text.split('\n')[0] ?? '').replace(/\s/g, ''),
  }
}
