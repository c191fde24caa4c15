import type { FieldPart } from '#contract/books/field.ts'
import { textFromSheet } from '#domain/sheets/record-sheet.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import { shownText } from './read-field.ts'

export interface PartCell {
  readonly part: FieldPart
  readonly cell: ReadCell
}

/**
 * Joins cells that a sheet splits a field into: 달빛동, 산, 12 and 3 become `달빛동 산 12-3`. One
 * unreadable cell makes the whole unreadable.
 */
export function joinParts(parts: readonly PartCell[]): ReadCell {
  const broken = parts.find(({ cell }) => typeof cell === 'object' && cell !== null && 'broken' in cell)
  if (broken) return broken.cell
  const floor = parts.find(({ part }) => part.as === 'floor')
  const joined = parts.reduce((before, one) => {
    const text = textOfPart(one)
    if (one === floor && isInRoom(text, parts)) return before
    return withPart(before, text, one.part)
  }, '')
  return joined || null
}

function withPart(before: string, text: string, { as }: FieldPart): string {
  if (text === '') return before
  if (as === 'minor') return before === '' || before.endsWith(`-${text}`) ? before : `${before}-${text}`
  // A column may repeat the text of another: 솔빛시, and 솔빛시 달빛동.
  if (before === '' || text.startsWith(`${before} `)) return text
  return before === text || before.endsWith(` ${text}`) ? before : `${before} ${text}`
}

function textOfPart({ part: { as }, cell }: PartCell): string {
  if (as === 'day' || as === 'time') return textOfMoment(as, cell)
  const text = (typeof cell === 'string' ? textFromSheet(cell) : shownText(cell)).trim()
  if (as === 'mountain') return /^(산|임야|2|y|o|예|true)/i.test(text) && !/^산\s*\d/.test(text) ? '산' : ''
  // Registers pad numbers with zeros: 0012-0003.
  const number = /^\d+$/.test(text) ? String(Number(text)) : text
  return as === 'minor' ? number.replace(/^(0|-)$/, '') : /^0\d/.test(text) ? number : text
}

function textOfMoment(as: 'day' | 'time', cell: ReadCell): string {
  if (typeof cell !== 'object' || cell === null || !('day' in cell)) return shownText(cell).trim()
  return (as === 'day' ? cell.day : cell.time) ?? cell.shown
}

/** 12층 1203호: the room number includes the floor. */
function isInRoom(floor: string, parts: readonly PartCell[]): boolean {
  const number = /^(\d+)층?$/.exec(floor)?.[1]
  const last = parts.at(-1)
  if (number === undefined || last === undefined) return false
  const room = textOfPart(last).replace(/^제/, '')
  return room.startsWith(number) && /^\d\d/.test(room.slice(number.length))
}
