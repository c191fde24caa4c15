import { expect, test } from 'vitest'
import { createRowIdColumns, readExportedVersion } from './record-sheet.ts'

const id = '01990000-0000-7000-8000-00000000000a'
const other = '01990000-0000-7000-8000-00000000000b'

function formatRowId(record: { id: string; version: number }): string[] {
  return createRowIdColumns<typeof record>((row) => row).map(({ cell }) => String(cell(record)))
}

test('a row identifies its record and the exported version', () => {
  const [text = '', base = ''] = formatRowId({ id, version: 7 })
  expect([text, readExportedVersion(text, base)]).toEqual([id, 7])
})

test('an unsent record is exported as its first version', () => {
  expect(readExportedVersion(id, formatRowId({ id, version: 0 })[1] ?? '')).toBe(1)
})

test('ignores a version that was edited by hand or is next to another id', () => {
  const base = formatRowId({ id, version: 7 })[1] ?? ''
  expect(readExportedVersion(other, base)).toBeNull()
  expect(readExportedVersion(id, base.replace('7-', '8-'))).toBeNull()
  expect(readExportedVersion(id, '7')).toBeNull()
  expect(readExportedVersion(id, '')).toBeNull()
})

test('the columns for id and version are hidden', () => {
  expect(createRowIdColumns<{ id: string; version: number }>((row) => row).map(({ hidden }) => hidden)).toEqual([
    true,
    true,
  ])
})
