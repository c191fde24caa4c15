import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { createPendingCells } from '../data-table/pending/pending-cells.ts'
import { type DetailDrafts, type DraftField, watchDraft } from './detail-draft.ts'

const record: AnyRecord = { id: 'a', version: 1, inserted_at: '', updated_at: '', owner: '홍길동', fees: 1000 }

/** A page of the same device; `stored` outlives it. */
function openPage(stored: Map<string, readonly DraftField[]>, currentText: AnyRecord = record) {
  const source = createArrayRowSource([createPlainRow(currentText)])
  const cells = createPendingCells(() => source)
  const drafts: DetailDrafts = {
    read: (id) => stored.get(id) ?? [],
    save: (id, fields) => void (fields.length === 0 ? stored.delete(id) : stored.set(id, fields)),
  }
  const stop = watchDraft({ source, cells, rowId: 'a', drafts })
  return { source, cells, stop, row: createPlainRow(currentText) }
}

test('restores what waited for 저장 when the page ended', () => {
  const stored = new Map<string, readonly DraftField[]>()
  const first = openPage(stored)
  first.cells.defer({ row: first.row, key: 'owner', value: '김온결' })
  const refused = { text: '천원쯤', error: '숫자를 입력해 주세요.' }
  first.cells.defer({ row: first.row, key: 'fees', value: 1000, refused })
  const { cells } = openPage(stored)
  expect(cells.unsavedRows()).toEqual(['a'])
  expect(cells.getRow('a')).toMatchObject({
    owner: { value: '김온결', error: null },
    fees: { value: 1000, text: refused.text, error: refused.error },
  })
})

test('restores the draft as soon as the record is loaded', () => {
  const stored = new Map([['a', [{ key: 'owner', value: '김온결', old: '홍길동', version: 1 }]]])
  const source = createArrayRowSource([])
  const cells = createPendingCells(() => source)
  const drafts = { read: (id: string) => stored.get(id) ?? [], save: () => undefined }
  watchDraft({ source, cells, rowId: 'a', drafts })
  expect(cells.unsavedRows()).toEqual([])
  source.setRows([createPlainRow(record)])
  expect(cells.getRow('a')['owner']?.value).toBe('김온결')
})

test.each([
  ['저장', ({ cells }: ReturnType<typeof openPage>) => void cells.save(['a'], () => undefined)],
  ['취소', ({ cells }: ReturnType<typeof openPage>) => cells.discard('a')],
])('%s ends the draft', (_, end) => {
  const stored = new Map<string, readonly DraftField[]>()
  const page = openPage(stored)
  page.cells.defer({ row: page.row, key: 'owner', value: '김온결' })
  expect(stored.size).toBe(1)
  end(page)
  expect(stored.size).toBe(0)
})

test('keeps the draft of a refused save', async () => {
  const stored = new Map<string, readonly DraftField[]>()
  const { cells, row } = openPage(stored)
  cells.defer({ row, key: 'owner', value: '김온결' })
  cells.save(['a'], () => ({ message: '거절' }))
  await expect.poll(() => stored.get('a')?.[0]?.value).toBe('김온결')
})

test("restores only typed fields into a record that someone else changed, and keeps their author's base", () => {
  const stored = new Map<string, readonly DraftField[]>()
  const first = openPage(stored)
  first.cells.defer({ row: first.row, key: 'owner', value: '김온결' })
  const others = { ...record, version: 2, fees: 2000 }
  const second = openPage(new Map(stored), others)
  expect(second.cells.getRow('a')).toEqual({ owner: { value: '김온결', text: null, error: null, base: second.row } })
  const third = openPage(stored, { ...others, owner: '이도담' })
  expect(third.cells.getRow('a')['owner']?.base?.record).toMatchObject({ version: 1, owner: '홍길동', fees: 2000 })
})

test('drops a draft that the record already has', () => {
  const stored = new Map([['a', [{ key: 'owner', value: '김온결', old: '홍길동', version: 1 }]]])
  const { cells } = openPage(stored, { ...record, owner: '김온결' })
  expect(cells.getRow('a')).toEqual({})
  expect(stored.size).toBe(0)
})

test('restores nothing into a locked record and keeps the draft', () => {
  const stored = new Map([['a', [{ key: 'owner', value: '김온결', old: '홍길동', version: 1 }]]])
  const source = createArrayRowSource([{ ...createPlainRow(record), state: 'deleted' }])
  const cells = createPendingCells(() => source)
  const drafts = { read: () => stored.get('a') ?? [], save: () => stored.clear() }
  watchDraft({ source, cells, rowId: 'a', drafts })
  expect(cells.getRow('a')).toEqual({})
  expect(stored.size).toBe(1)
})
