import { expect, test } from 'vitest'
import {
  buildInitialValues,
  computeChanges,
  createDraft,
  formatFieldValue,
  isBlank,
  readDraft,
  readFieldText,
  readDraft as readTexts,
  type RecordDraft,
  withTypedText,
} from '#app/records/form/record-draft.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

const openCaseDraft = (of: SourceRow) => createDraft(getRecordBook('real-estate'), of)
const typeInto = (draft: RecordDraft, key: string, text: string) =>
  withTypedText(getRecordBook('real-estate'), draft, { key, text })
const readCaseDraft = (draft: RecordDraft, of: SourceRow, today: string) =>
  computeChanges(getRecordBook('real-estate'), { draft, row: of, today })

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

test('trims texts and turns empty ones into null', () => {
  const typed = { name: ' 가람개발 ', address: '  ', description: '' }
  const fields = getBook('companies').fields.filter(({ key }) => key in typed)
  const { values, errors } = readDraft(fields, typed, { today: '2026-11-21' })
  expect(values).toEqual({ name: '가람개발', address: null, description: null })
  expect(errors).toEqual({})
})

test('does not apply a later rule to an unchanged value', () => {
  const book = getRecordBook('managers')
  const before = createDraft(book, {
    record: {
      id: 'm1',
      version: 1,
      inserted_at: '',
      updated_at: '',
      name: '김가온',
      tel: '0'.repeat(40),
    },
  })
  const { values, errors } = readDraft(book.fields, { ...before, name: '김나루' }, { today: '', before })
  expect([values, errors]).toEqual([{ name: '김나루' }, {}])
})

test('changes nothing when an untouched window is saved', () => {
  expect(readCaseDraft(openCaseDraft(row), row, '2026-11-21')).toEqual({ changes: {}, errors: {} })
})

test('updates the tax while the fee is typed', () => {
  const draft = typeInto(openCaseDraft(row), 'fees', '200,005')
  expect(draft['fees_vat']).toBe('20,001')
  expect(readCaseDraft(draft, row, '2026-11-21').changes).toEqual({ fees: 200_005, fees_vat: 20_001 })
})

test('sends a tax typed back to its old value together with the changed fee', () => {
  const draft = typeInto(typeInto(openCaseDraft(row), 'fees', '20만'), 'fees_vat', '15,000')
  const { changes } = readCaseDraft(draft, row, '2026-11-21')
  expect(changes).toEqual({ fees: 200_000, fees_vat: 15_000 })
  const written = buildUpdate(getRecordBook('real-estate'), row, changes)
  expect(written).toMatchObject({
    edit: { changes: { fees: { new: 200_000 }, fees_vat: { old: 15_000, new: 15_000 } } },
  })
})

test('resolves a short day and refuses one that does not exist', () => {
  expect(readCaseDraft(typeInto(openCaseDraft(row), 'regi_date', '12/1'), row, '2026-11-21').changes).toEqual({
    regi_date: '2026-12-01',
  })
  expect(
    readCaseDraft(typeInto(openCaseDraft(row), 'regi_date', '2026-02-30'), row, '2026-11-21').errors,
  ).toHaveProperty('regi_date')
})

test('clears an emptied field and asks for a required one', () => {
  expect(readCaseDraft(typeInto(openCaseDraft(row), 'owner', '  '), row, '2026-11-21').changes).toEqual({ owner: null })
  expect(readCaseDraft(typeInto(openCaseDraft(row), 'group_id', ''), row, '2026-11-21').errors).toEqual({
    group_id: '사업구간(그룹) 정보가 없습니다.',
  })
})

test('asks a new record for its choices, and an existing one not to empty them', () => {
  const { fields } = getRecordBook('real-estate')
  expect(readTexts(fields, {}, { today: '2026-11-21' }).errors).toEqual({ group_id: '사업구간(그룹)을 선택하세요.' })
  const title = getRecordBook('titles').fields
  expect(readTexts(title, { name: '가온' }, { today: '2026-11-21' }).errors).toMatchObject({
    project: '프로젝트: 선택해 주세요.',
    status: '상태: 선택해 주세요.',
  })
})

test('refuses a negative amount', () => {
  expect(readCaseDraft(typeInto(openCaseDraft(row), 'tax', '-5'), row, '2026-11-21').errors).toEqual({
    tax: '0 이상으로 입력해 주세요.',
  })
})

test('starts a new project or title as 대기중 in any form', () => {
  expect(buildInitialValues(getRecordBook('projects'))).toEqual({ status: '대기중' })
  expect(buildInitialValues(getRecordBook('titles'))).toEqual({ status: '대기중' })
  expect(buildInitialValues(getRecordBook('real-estate'))).toEqual({})
})

test('calls a draft blank while it only has the values the form opens with', () => {
  const book = getRecordBook('projects')
  const opened = createDraft(book, { record: buildInitialValues(book) })
  expect(opened).toMatchObject({ status: '대기중' })
  expect(isBlank(book, opened)).toBe(true)
  expect(isBlank(book, { ...opened, name: ' ' })).toBe(true)
  expect(isBlank(book, { ...opened, name: '김가온' })).toBe(false)
  expect(isBlank(book, { ...opened, status: '완료' })).toBe(false)
})

test('reads progress as a whole percentage', () => {
  const progress = requireField('projects', 'progress_percentage')
  const read = (text: string) => readFieldText(progress, text, '2026-11-21')
  expect(read('')).toEqual({ value: null })
  expect(read('35%')).toEqual({ value: 35 })
  expect(read('101')).toEqual({ error: '0에서 100 사이의 숫자로 입력해 주세요.' })
  expect(read('반쯤')).toEqual({ error: '숫자로 입력해 주세요.' })
})

test('reads an amount with separators and 원', () => {
  expect(readFieldText(requireField('real-estate', 'fees'), '350,000원', '2026-11-21')).toEqual({ value: 350_000 })
})

test('refuses a value that the server would refuse again', () => {
  expect(readFieldText(requireField('real-estate', 'fees'), '-1', '2026-11-21')).toHaveProperty('error')
  expect(readFieldText(requireField('real-estate', 'receipted_at'), '2026-02-30', '2026-11-21')).toHaveProperty('error')
  expect(readFieldText(requireField('real-estate', 'group_id'), '', '2026-11-21')).toHaveProperty('error')
})

test('accepts an empty field if the record allows it', () => {
  expect(readFieldText(requireField('real-estate', 'owner'), '', '2026-11-21')).toEqual({ value: null })
})

test('resolves a day typed in short form', () => {
  expect(readFieldText(requireField('real-estate', 'receipted_at'), '11/20', '2026-11-21')).toEqual({
    value: '2026-11-20',
  })
})

test('shows a long number in groups of three, as lists do, and reads it back unchanged', () => {
  const field = requireField('address-lands', 'area')
  expect(formatFieldValue(field, 2407.3)).toBe('2,407.3')
  expect(readFieldText(field, '2,407.3', '2026-11-21')).toEqual({ value: 2407.3 })
})

test("reads a time in the office's time zone", () => {
  const field = requireField('card-usage', 'created_at')
  expect(formatFieldValue(field, '2026-11-20T03:10:00+00:00')).toBe('2026-11-20 12:10')
  expect(readFieldText(field, '11/20 0930', '2026-11-21')).toEqual({ value: '2026-11-20T00:30:00+00:00' })
  expect(readFieldText(field, '어제쯤', '2026-11-21')).toHaveProperty('error')
})

test('reports an invalid amount at its field instead of reading 0', () => {
  expect(readFieldText(requireField('real-estate', 'tax'), '많이', '2026-11-21')).toEqual({
    error: '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.',
  })
  expect(readFieldText(requireField('real-estate', 'tax'), '38만', '2026-11-21')).toEqual({ value: 380_000 })
})

function requireField(collection: CollectionName, key: string): Field {
  const found = getBook(collection).fields.find((field) => field.key === key)
  if (!found) throw new Error(`no field ${key}`)
  return found
}
