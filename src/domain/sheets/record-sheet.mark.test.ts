import { expect, test } from 'vitest'
import { createMarkColumns, readSheetMark } from './record-sheet.ts'

const id = '01990000-0000-7000-8000-00000000000a'
const other = '01990000-0000-7000-8000-00000000000b'

function readMarks(record: { id: string; version: number }): string[] {
  return createMarkColumns<typeof record>((row) => row).map(({ cell }) => String(cell(record)))
}

test('a row identifies its record and the exported version', () => {
  const [text = '', base = ''] = readMarks({ id, version: 7 })
  expect([text, readSheetMark(text, base)]).toEqual([id, 7])
})

test('an unsent record is exported as its first version', () => {
  expect(readSheetMark(id, readMarks({ id, version: 0 })[1] ?? '')).toBe(1)
})

test('ignores a mark that was edited by hand or is next to another id', () => {
  const base = readMarks({ id, version: 7 })[1] ?? ''
  expect(readSheetMark(other, base)).toBeNull()
  expect(readSheetMark(id, base.replace('7-', '8-'))).toBeNull()
  expect(readSheetMark(id, '7')).toBeNull()
  expect(readSheetMark(id, '')).toBeNull()
})

test('the two columns of the mark are hidden', () => {
  expect(createMarkColumns<{ id: string; version: number }>((row) => row).map(({ hidden }) => hidden)).toEqual([
    true,
    true,
  ])
})
