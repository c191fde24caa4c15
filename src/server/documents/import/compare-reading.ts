import type { Field, FieldValue } from '#contract/books/field.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import { wholeText } from './read-field.ts'
import { wholeValueText } from './value-text.ts'

/**
 * How the stored value relates to the cell: `same`, another `spelling` of the same value
 * (2026.11.20, 1,200원), or `taken`, an interpretation.
 */
export type Reading = 'same' | 'spelling' | 'taken'

/** `name`: the name of the referenced record. */
export function compareReading(
  field: Field,
  cell: ReadCell,
  { value, name }: { value: FieldValue; name?: string },
): Reading {
  const written = wholeText(cell)
  const stored = (name ?? wholeValueText(field, value)).trim()
  if (written === '' || written === stored || written === String(value)) return 'same'
  return stored !== '' && isSpelling(field, cell, { written, stored }) ? 'spelling' : 'taken'
}

function isSpelling(field: Field, cell: ReadCell, { written, stored }: { written: string; stored: string }): boolean {
  switch (field.kind) {
    case 'won':
    case 'number':
      return Number(plainAmount(written)) === Number(plainAmount(stored))
    case 'date':
    case 'datetime':
      return isDayOfExcel(cell) || isSameMoment(digitsOf(written), digitsOf(stored), field.kind)
    case 'flag':
      return false
    case 'text':
    case 'secret':
    case 'enum':
    case 'reference':
      return (
        !isDayOfExcel(cell) &&
        (plainText(written) === plainText(stored) || plainAmount(written) === plainAmount(stored))
      )
  }
}

/** Excel stores it as a date, in any display format. */
function isDayOfExcel(cell: ReadCell): boolean {
  return typeof cell === 'object' && cell !== null && 'day' in cell
}

/** A date alone is its midnight, and seconds are not shown. */
function isSameMoment(written: string, stored: string, kind: 'date' | 'datetime'): boolean {
  if (kind === 'date' || written.length < fullDay) return written === stored
  return written.startsWith(stored) || stored.startsWith(written)
}

/** Number of digits in 20261120. */
const fullDay = 8

/** 2026. 1. 5. and 20260105 are equal. Words such as 오전 and 오후 add to what the digits say. */
function digitsOf(text: string): string {
  if (/오후|PM/i.test(text)) return ''
  return (text.match(/\d+/g) ?? []).map((digits) => digits.padStart(2, '0')).join('')
}

function plainAmount(text: string): string {
  return text.normalize('NFKC').replace(/[\s,원₩\\]/g, '')
}

/** Our own sheets prefix an apostrophe to text that Excel would take for a formula. */
function plainText(text: string): string {
  return text.normalize('NFKC').replace(/^'|\s/g, '').toLowerCase()
}
