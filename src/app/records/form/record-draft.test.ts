import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/row-source.ts'
import { recordUpdate } from '#app/records/record-edits.ts'
import { recordBook } from '#app/records/record-book.ts'
import {
  changesOf as readDraft,
  draftOf as openDraft,
  isBlank,
  startOf,
  typeInto as typeText,
  type RecordDraft,
} from '#app/records/form/record-draft.ts'

const draftOf = (of: SourceRow) => openDraft(recordBook('real-estate'), of)
const typeInto = (draft: RecordDraft, key: string, text: string) =>
  typeText(recordBook('real-estate'), draft, { key, text })
const changesOf = (draft: RecordDraft, of: SourceRow, today: string) =>
  readDraft(recordBook('real-estate'), { draft, row: of, today })

const row: SourceRow = {
  id: 'e1',
  record: {
    id: 'e1',
    version: 1,
    inserted_at: '',
    updated_at: '',
    group_id: 'g1',
    owner: '김가온',
    fees: 150_000,
    fees_vat: 15_000,
    regi_date: '2026-11-20',
  },
  joined: {},
  marks: {},
  state: 'plain',
  isOutside: false,
}

test('opening and saving an untouched window changes nothing', () => {
  expect(changesOf(draftOf(row), row, '2026-11-21')).toEqual({ changes: {}, errors: {} })
})

test('the tax follows the fee while it is typed', () => {
  const draft = typeInto(draftOf(row), 'fees', '200,005')
  expect(draft['fees_vat']).toBe('20,001')
  expect(changesOf(draft, row, '2026-11-21').changes).toEqual({ fees: 200_005, fees_vat: 20_001 })
})

test('a tax typed back to what it was while the fee changes is meant so, and goes out with it', () => {
  const draft = typeInto(typeInto(draftOf(row), 'fees', '20만'), 'fees_vat', '15,000')
  const { changes } = changesOf(draft, row, '2026-11-21')
  expect(changes).toEqual({ fees: 200_000, fees_vat: 15_000 })
  const written = recordUpdate(recordBook('real-estate'), row, changes)
  expect(written).toMatchObject({
    edit: { changes: { fees: { new: 200_000 }, fees_vat: { old: 15_000, new: 15_000 } } },
  })
})

test('a day may be typed short, a day that does not exist is named', () => {
  expect(changesOf(typeInto(draftOf(row), 'regi_date', '12/1'), row, '2026-11-21').changes).toEqual({
    regi_date: '2026-12-01',
  })
  expect(changesOf(typeInto(draftOf(row), 'regi_date', '2026-02-30'), row, '2026-11-21').errors).toHaveProperty(
    'regi_date',
  )
})

test('a field that was emptied becomes empty, a required one is asked for', () => {
  expect(changesOf(typeInto(draftOf(row), 'owner', '  '), row, '2026-11-21').changes).toEqual({ owner: null })
  expect(changesOf(typeInto(draftOf(row), 'group_id', ''), row, '2026-11-21').errors).toEqual({
    group_id: '사업구간(그룹) 정보가 없습니다.',
  })
})

test('an amount below nothing is refused', () => {
  expect(changesOf(typeInto(draftOf(row), 'tax', '-5'), row, '2026-11-21').errors).toEqual({
    tax: '0 이상으로 입력해 주세요.',
  })
})

test('a new project or title waits, wherever its form is opened (spec 3 §9)', () => {
  expect(startOf(recordBook('projects').description)).toEqual({ status: '대기중' })
  expect(startOf(recordBook('titles').description)).toEqual({ status: '대기중' })
  expect(startOf(recordBook('real-estate').description)).toEqual({})
})

test('a draft is blank until something is entered that the form does not open with by itself', () => {
  const book = recordBook('projects')
  const opened = openDraft(book, { record: startOf(book.description) })
  expect(opened).toMatchObject({ status: '대기중' })
  expect(isBlank(book, opened)).toBe(true)
  expect(isBlank(book, { ...opened, name: ' ' })).toBe(true)
  expect(isBlank(book, { ...opened, name: '김가온' })).toBe(false)
  expect(isBlank(book, { ...opened, status: '완료' })).toBe(false)
})
