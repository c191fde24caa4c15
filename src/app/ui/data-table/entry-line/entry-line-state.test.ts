import { expect, test } from 'vitest'
import type { EntryLine } from '../data-table-props.ts'
import type { EntryDraft } from '../editing/edit-action.ts'
import { createSignals } from '../signals.ts'
import { createEntry } from './entry-line-state.ts'

/** A line that carries the section over, from which the manager follows. */
function startedLine() {
  const added: EntryDraft[] = []
  const typed: EntryDraft[] = []
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

test('what is mostly the same stays for the next record, with what follows from it, and is no input of the person', async () => {
  const { entry, added, typed } = startedLine()
  entry.set('section', '가온지구')
  entry.set('owner', '김하나')
  expect(await entry.add()).toBe(true)
  expect(added).toEqual([{ section: '가온지구', manager: '담당', owner: '김하나' }])
  expect(entry.get()).toMatchObject({ draft: { section: '가온지구', manager: '담당' }, carried: ['section'] })
  expect(entry.get().draft['owner']).toBeUndefined()
  expect(typed.at(-1)).toEqual({})
  entry.set('owner', '김두리')
  expect(typed.at(-1)).toEqual({ owner: '김두리' })
  expect(entry.last()).toMatchObject({ owner: '김하나' })
})

test('Esc empties what came over and leaves what was typed; a value of one’s own is carried no more', async () => {
  const { entry } = startedLine()
  expect(entry.dropCarried()).toBe(false)
  entry.set('section', '가온지구')
  await entry.add()
  entry.set('owner', '김두리')
  expect(entry.dropCarried()).toBe(true)
  expect(entry.get().draft).toEqual({ owner: '김두리' })
  entry.set('section', '나래지구')
  await entry.add()
  entry.set('section', '솔빛마을')
  expect(entry.get().carried).toEqual([])
  expect(entry.dropCarried()).toBe(false)
})
