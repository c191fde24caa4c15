import { expect, test } from 'vitest'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { Seals } from '#mirror/store/seal.ts'
import { fakeStorage } from '../../../../tests/support/local-storage.ts'
import { quickSeals } from '../../../../tests/support/quick-seals.ts'
import { keepLastEdits } from './last-edits.ts'

/** With every property an edit can have: the schema would drop one it doesn't list. */
const edit: Edit = {
  kind: 'update',
  caption: '홍길동',
  actId: 'a1',
  collection: 'real-estate',
  id: 'e1',
  baseVersion: 1,
  changes: { purpose: { old: '상속', new: '분할' } },
}

/** The browser parts this test needs: one local storage for all pages, and the events of a page. */
function browser() {
  const kept = new Map<string, string>()
  const storage = fakeStorage(kept)
  const openPage = () => Object.assign(new EventTarget(), { localStorage: storage }) as unknown as Window
  return { kept, openPage }
}

function copyOf(options: {
  enqueue: (edit: Edit) => Promise<readonly string[]>
  purpose?: string
  seals?: Seals
}): OfflineCopy {
  const getRow = () => Promise.resolve({ record: { purpose: options.purpose ?? '상속' }, state: 'plain' })
  const { enqueue, seals } = options
  return { userId: 'u1', enqueue, getRow, seals } as unknown as OfflineCopy
}

test('lets the next page store an edit that its page could not finish, once', async () => {
  const { kept, openPage } = browser()
  const closing = openPage()
  void keepLastEdits(copyOf({ enqueue: () => new Promise(() => undefined) }), closing).enqueue(edit)
  closing.dispatchEvent(new Event('pagehide'))
  expect(kept.size).toBe(1)

  const taken: Edit[] = []
  const enqueue = (one: Edit) => Promise.resolve([String(taken.push(one))])
  keepLastEdits(copyOf({ enqueue }), openPage())
  await expect.poll(() => kept.size).toBe(0)
  keepLastEdits(copyOf({ enqueue }), openPage())
  expect(taken).toEqual([edit])
})

test('seals the saved edit next to a sealed copy, and the next page with the key stores it', async () => {
  const { kept, openPage } = browser()
  const seals = quickSeals('u1')
  const closing = openPage()
  void keepLastEdits(copyOf({ enqueue: () => new Promise(() => undefined), seals }), closing).enqueue(edit)
  await Promise.resolve()
  await Promise.resolve()
  closing.dispatchEvent(new Event('pagehide'))
  const [text = ''] = [...kept.values()]
  expect(text).toMatch(/^sealed:/)
  expect(atob(text.split(':')[2]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).not.toContain('purpose')

  const taken: Edit[] = []
  const enqueue = (one: Edit) => Promise.resolve([String(taken.push(one))])
  keepLastEdits(copyOf({ enqueue, seals }), openPage())
  await expect.poll(() => taken).toEqual([edit])
})

test("keeps the record's name of a delete that its page could not finish", async () => {
  const { openPage } = browser()
  const deletion: Edit = { kind: 'delete', collection: 'real-estate', id: 'e1', baseVersion: 1, caption: '홍길동' }
  const closing = openPage()
  void keepLastEdits(copyOf({ enqueue: () => new Promise(() => undefined) }), closing).enqueue(deletion)
  closing.dispatchEvent(new Event('pagehide'))
  const taken: Edit[] = []
  keepLastEdits(copyOf({ enqueue: (one: Edit) => Promise.resolve([String(taken.push(one))]) }), openPage())
  await expect.poll(() => taken).toEqual([deletion])
})

test('does not store an edit twice that reached the outbox after all', async () => {
  const { kept, openPage } = browser()
  const closing = openPage()
  void keepLastEdits(copyOf({ enqueue: () => new Promise(() => undefined) }), closing).enqueue(edit)
  closing.dispatchEvent(new Event('pagehide'))
  const taken: Edit[] = []
  const enqueue = (one: Edit) => Promise.resolve([String(taken.push(one))])
  keepLastEdits(copyOf({ enqueue, purpose: '분할' }), openPage())
  await expect.poll(() => kept.size).toBe(0)
  expect(taken).toEqual([])
})

test('never saves a resident number, not even briefly', () => {
  const { kept, openPage } = browser()
  const closing = openPage()
  const held = { ...edit, changes: { owner: { old: null, new: '900101-1234567' } } } as Edit
  void keepLastEdits(copyOf({ enqueue: () => new Promise(() => undefined) }), closing).enqueue(held)
  closing.dispatchEvent(new Event('pagehide'))
  expect(kept.size).toBe(0)
})

test('asks before leaving only while an edit is being stored', async () => {
  const page = browser().openPage()
  const asksOnLeaving = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const tries = [Promise.withResolvers<readonly string[]>(), Promise.withResolvers<readonly string[]>()] as const
  let turn = 0
  const copy = keepLastEdits(copyOf({ enqueue: () => (tries[turn++] ?? tries[0]).promise }), page)
  expect(asksOnLeaving()).toBe(false)
  const [first, second] = [copy.enqueue(edit), copy.enqueue(edit)]
  expect(asksOnLeaving()).toBe(true)
  tries[0].resolve(['op'])
  expect(await first).toEqual(['op'])
  expect(asksOnLeaving()).toBe(true)
  tries[1].reject(new Error('full'))
  await expect(second).rejects.toThrow('full')
  expect(asksOnLeaving()).toBe(false)
})
