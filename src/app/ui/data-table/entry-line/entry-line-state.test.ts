import { expect, test } from 'vitest'
import type { EntryLine } from '../data-table-props.ts'
import type { EntryLineDraft } from '../editing/edit-action.ts'
import { createSignals } from '../signals.ts'
import { createEntry, describeEntry } from './entry-line-state.ts'

/** A line that carries over the project, from which the manager is derived. */
function startLine() {
  const added: EntryLineDraft[] = []
  const typed: EntryLineDraft[] = []
  const line: EntryLine = {
    carries: ['section'],
    derive: (draft, key) => (key === 'section' ? { ...draft, manager: draft['section'] ? '담당' : null } : draft),
    onDraftChange: (draft) => typed.push(draft),
    onAdd: (draft) => void added.push(draft),
  }
  const entry = createEntry(createSignals(), () => line)
  entry.start(line)
  return { entry, added, typed }
}

test('carries values over to the next record without counting them as input', async () => {
  const { entry, added, typed } = startLine()
  entry.set('section', '가온지구')
  entry.set('owner', '김하나')
  expect(await entry.add()).toBe(true)
  expect(added).toEqual([{ section: '가온지구', manager: '담당', owner: '김하나' }])
  expect(entry.get()).toMatchObject({ draft: { section: '가온지구', manager: '담당' }, carried: ['section'] })
  expect(entry.get().draft['owner']).toBeUndefined()
  expect(typed.at(-1)).toEqual({})
  entry.set('owner', '김두리')
  expect(typed.at(-1)).toEqual({ owner: '김두리' })
  expect(entry.lastDraft()).toMatchObject({ owner: '김하나' })
})

test('a message that the screen shows is not repeated at the cell until the line changes', async () => {
  const message = '사업구간(그룹)을 선택하세요.'
  const entry = createEntry(createSignals(), () => ({
    onAdd: () => ({ message, fields: { section: message }, isShown: true }),
  }))
  expect(await entry.add()).toBe(false)
  expect(entry.get()).toMatchObject({ errors: { section: message }, shownMessage: message })
  expect(describeEntry(entry.get(), 'section')).toBeNull()
  entry.refuse('section', 'x', '목록에 없습니다.')
  expect(describeEntry(entry.get(), 'section')).toBe('목록에 없습니다.')
})

test('Esc clears carried values and keeps typed ones; a typed value is not carried any more', async () => {
  const { entry } = startLine()
  expect(entry.clearCarried()).toBe(false)
  entry.set('section', '가온지구')
  await entry.add()
  entry.set('owner', '김두리')
  expect(entry.clearCarried()).toBe(true)
  expect(entry.get().draft).toEqual({ owner: '김두리' })
  entry.set('section', '나래지구')
  await entry.add()
  entry.set('section', '솔빛마을')
  expect(entry.get().carried).toEqual([])
  expect(entry.clearCarried()).toBe(false)
})

test('undo restores what was just cleared, until something else changes', async () => {
  const { entry, typed } = startLine()
  expect(entry.undoClear()).toBe(false)
  entry.set('section', '가온지구')
  await entry.add()
  entry.set('owner', '김두리')
  const before = entry.get()
  entry.clearCarried()
  expect(entry.undoClear()).toBe(true)
  expect(entry.get()).toEqual(before)
  expect(typed.at(-1)).toEqual({ owner: '김두리' })
  expect(entry.undoClear()).toBe(false)
  entry.refuse('date', '어제쯤', '날짜가 아닙니다.')
  entry.dropText('date')
  expect(entry.undoClear()).toBe(true)
  expect(entry.get().texts).toEqual({ date: '어제쯤' })
  entry.clear()
  expect(entry.undoClear()).toBe(true)
  expect(entry.get()).toMatchObject({ texts: { date: '어제쯤' }, carried: ['section'] })
  entry.clear()
  entry.set('owner', '김세리')
  expect(entry.undoClear()).toBe(false)
})

test('names the fields that filled themselves in, until somebody types one', async () => {
  const { entry } = startLine()
  entry.set('section', '가온지구')
  expect(entry.get().derived).toEqual(['manager'])
  entry.set('owner', '김하나')
  expect(entry.get().derived).toEqual(['manager'])
  entry.set('manager', '다른 담당')
  expect(entry.get().derived).toEqual([])
  entry.set('section', null)
  expect(entry.get().derived).toEqual([])
  entry.set('section', '가온지구')
  await entry.add()
  expect(entry.get()).toMatchObject({ carried: ['section'], derived: ['manager'] })
  expect(entry.clearCarried()).toBe(true)
  expect(entry.get().derived).toEqual([])
})

test('clears the error of a derived field when it is filled in by its source field', async () => {
  const line: EntryLine = {
    derive: (draft, key) => (key === 'section' ? { ...draft, manager: '담당' } : draft),
    onAdd: () => ({ message: '필수 항목', fields: { section: '필수', manager: '필수', owner: '필수' } }),
  }
  const entry = createEntry(createSignals(), () => line)
  entry.start(line)
  await entry.add()
  entry.set('section', '가온지구')
  expect(entry.get().errors).toEqual({ owner: '필수' })
})

test('refuses to add the line while a text is not a valid value, until it is corrected or dropped', async () => {
  const { entry, added } = startLine()
  entry.set('owner', '김하나')
  entry.refuse('section', '없는 곳', '목록에 없습니다.')
  expect(await entry.add()).toBe(false)
  expect(entry.dropText('owner')).toBe(false)
  expect(entry.dropText('section')).toBe(true)
  expect(entry.get()).toMatchObject({ texts: {}, errors: {} })
  expect(await entry.add()).toBe(true)
  expect(added).toHaveLength(1)
})

test('resets a cleared line, without typed, carried or invalid values', async () => {
  const { entry, typed } = startLine()
  entry.set('section', '가온지구')
  await entry.add()
  entry.set('owner', '김두리')
  entry.refuse('date', '어제쯤', '날짜가 아닙니다.')
  entry.clear()
  expect(entry.get()).toMatchObject({ draft: {}, texts: {}, errors: {}, carried: [] })
  expect(entry.hasInput()).toBe(false)
  expect(typed.at(-1)).toEqual({})
})

test('a line mounted again goes on with the saved values, texts and carried fields', async () => {
  const saved: NonNullable<EntryLine['saved']> = { current: null }
  const line: EntryLine = { carries: ['section'], saved, onAdd: () => undefined }
  const mountLine = () => {
    const entry = createEntry(createSignals(), () => line)
    entry.start(line)
    return entry
  }
  const first = mountLine()
  first.set('section', '가온지구')
  await first.add()
  first.set('owner', '김하나')
  first.refuse('date', '어제쯤', '날짜가 아닙니다.')
  const second = mountLine()
  expect(second.get()).toEqual(first.get())
  expect(second.hasInput()).toBe(true)
  second.clear()
  expect(mountLine().hasInput()).toBe(false)
})
