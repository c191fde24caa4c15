import type { Field, FieldValue } from '#contract/books/field.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import { wholeText } from './read-field.ts'
import { wholeValueText } from './value-text.ts'

/** How what is stored stands to what is written: `same`, in another `spelling` of the same value (2026.11.20, 1,200원), or what it was `taken` for. */
export type Reading = 'same' | 'spelling' | 'taken'

/** `name`: what a reference points at. */
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

/** Excel knows which day it is, however it shows it. */
function isDayOfExcel(cell: ReadCell): boolean {
  return typeof cell === 'object' && cell !== null && 'day' in cell
}

/** A day alone is its midnight, and seconds are not shown. */
function isSameMoment(written: string, stored: string, kind: 'date' | 'datetime'): boolean {
  if (kind === 'date' || written.length < fullDay) return written === stored
  return written.startsWith(stored) || stored.startsWith(written)
}

/** Of 20261120. */
const fullDay = 8

/** 2026. 1. 5. and 20260105 are one. A word, or a half of the day, adds to what the digits say. */
function digitsOf(text: string): string {
  if (/오후|PM/i.test(text)) return ''
  return (text.match(/\d+/g) ?? []).map((digits) => digits.padStart(2, '0')).join('')
}

function plainAmount(text: string): string {
  return text.normalize('NFKC').replace(/[\s,원₩\\]/g, '')
}

/** Our own sheets put an apostrophe before what Excel would take for a formula. */
function plainText(text: string): string {
  return text.normalize('NFKC').replace(/^'|\s/g, '').toLowerCase()
}
