import { expect, test, vi } from 'vitest'
import { type Edit, type OfflineCopy, OutboxWriteError } from '#mirror/offline-copy.ts'
import type { Seals } from '#mirror/store/seal.ts'
import { createTestSeals } from '#tests/support/fakes/fake-encryption.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { saveLastEdits } from './save-last-edits.ts'

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
function createBrowser() {
  const stored = new Map<string, string>()
  const storage = createFakeStorage(stored)
  const openPage = () => Object.assign(new EventTarget(), { localStorage: storage }) as unknown as Window
  return { stored, openPage }
}

function fakeCopy(options: {
  enqueue: (edit: Edit) => Promise<readonly string[]>
  purpose?: string
  seals?: Seals
}): OfflineCopy {
  const getRow = () => Promise.resolve({ record: { purpose: options.purpose ?? '상속' }, state: 'plain' })
  const { enqueue, seals } = options
  return { userId: 'u1', enqueue, getRow, seals } as unknown as OfflineCopy
}

test('lets the next page store an edit that its page could not finish, once', async () => {
  const { stored, openPage } = createBrowser()
  const closingPage = openPage()
  void saveLastEdits(fakeCopy({ enqueue: () => new Promise(() => undefined) }), closingPage).enqueue(edit)
  closingPage.dispatchEvent(new Event('pagehide'))
  expect(stored.size).toBe(1)

  const adopted: Edit[] = []
  const enqueue = (savedEdit: Edit) => Promise.resolve([String(adopted.push(savedEdit))])
  saveLastEdits(fakeCopy({ enqueue }), openPage())
  await expect.poll(() => stored.size).toBe(0)
  saveLastEdits(fakeCopy({ enqueue }), openPage())
  expect(adopted).toEqual([edit])
})

test('a saved edit that the next page cannot store stays saved, without an unhandled failure', async () => {
  const { stored, openPage } = createBrowser()
  const closingPage = openPage()
  void saveLastEdits(fakeCopy({ enqueue: () => new Promise(() => undefined) }), closingPage).enqueue(edit)
  closingPage.dispatchEvent(new Event('pagehide'))
  const unhandled = vi.fn<() => void>()
  process.once('unhandledRejection', unhandled)
  saveLastEdits(fakeCopy({ enqueue: () => Promise.reject(new OutboxWriteError('full')) }), openPage())
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  expect(stored.size).toBe(1)
})

test('seals the saved edit next to a sealed copy, and the next page with the key stores it', async () => {
  const { stored, openPage } = createBrowser()
  const seals = createTestSeals('u1')
  const closingPage = openPage()
  void saveLastEdits(fakeCopy({ enqueue: () => new Promise(() => undefined), seals }), closingPage).enqueue(edit)
  await Promise.resolve()
  await Promise.resolve()
  closingPage.dispatchEvent(new Event('pagehide'))
  const [text = ''] = [...stored.values()]
  expect(text).toMatch(/^sealed:/)
  expect(atob(text.split(':')[2]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).not.toContain('purpose')

  const adopted: Edit[] = []
  const enqueue = (savedEdit: Edit) => Promise.resolve([String(adopted.push(savedEdit))])
  saveLastEdits(fakeCopy({ enqueue, seals }), openPage())
  await expect.poll(() => adopted).toEqual([edit])
})

test("keeps the record's name of a delete that its page could not finish", async () => {
  const { openPage } = createBrowser()
  const deletion: Edit = { kind: 'delete', collection: 'real-estate', id: 'e1', baseVersion: 1, caption: '홍길동' }
  const closingPage = openPage()
  void saveLastEdits(fakeCopy({ enqueue: () => new Promise(() => undefined) }), closingPage).enqueue(deletion)
  closingPage.dispatchEvent(new Event('pagehide'))
  const adopted: Edit[] = []
  saveLastEdits(
    fakeCopy({ enqueue: (savedEdit: Edit) => Promise.resolve([String(adopted.push(savedEdit))]) }),
    openPage(),
  )
  await expect.poll(() => adopted).toEqual([deletion])
})

test('does not store an edit twice that reached the outbox after all', async () => {
  const { stored, openPage } = createBrowser()
  const closingPage = openPage()
  void saveLastEdits(fakeCopy({ enqueue: () => new Promise(() => undefined) }), closingPage).enqueue(edit)
  closingPage.dispatchEvent(new Event('pagehide'))
  const adopted: Edit[] = []
  const enqueue = (savedEdit: Edit) => Promise.resolve([String(adopted.push(savedEdit))])
  saveLastEdits(fakeCopy({ enqueue, purpose: '분할' }), openPage())
  await expect.poll(() => stored.size).toBe(0)
  expect(adopted).toEqual([])
})

test('never saves a resident number, not even briefly', () => {
  const { stored, openPage } = createBrowser()
  const closingPage = openPage()
  const withResidentNumber = { ...edit, changes: { owner: { old: null, new: '900101-1234567' } } } as Edit
  void saveLastEdits(fakeCopy({ enqueue: () => new Promise(() => undefined) }), closingPage).enqueue(withResidentNumber)
  closingPage.dispatchEvent(new Event('pagehide'))
  expect(stored.size).toBe(0)
})

test('asks before leaving only while an edit is being stored', async () => {
  const page = createBrowser().openPage()
  const isCloseBlocked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const attempts = [Promise.withResolvers<readonly string[]>(), Promise.withResolvers<readonly string[]>()] as const
  let turn = 0
  const copy = saveLastEdits(fakeCopy({ enqueue: () => (attempts[turn++] ?? attempts[0]).promise }), page)
  expect(isCloseBlocked()).toBe(false)
  const [first, second] = [copy.enqueue(edit), copy.enqueue(edit)]
  expect(isCloseBlocked()).toBe(true)
  attempts[0].resolve(['op'])
  expect(await first).toEqual(['op'])
  expect(isCloseBlocked()).toBe(true)
  attempts[1].reject(new Error('full'))
  await expect(second).rejects.toThrow('full')
  expect(isCloseBlocked()).toBe(false)
})

test.each([true, false])(
  'an edit that the device refuses until its page is left is stored by the next page (sealed: %s)',
  async (isSealed) => {
    const { stored, openPage } = createBrowser()
    const options = isSealed ? { seals: createTestSeals('u1') } : {}
    const closingPage = openPage()
    const refuse = () => new Promise<never>((_resolve, reject) => setTimeout(reject, 10, new OutboxWriteError('lost')))
    const copy = saveLastEdits(fakeCopy({ ...options, enqueue: refuse }), closingPage)
    const tryAgain = () => copy.enqueue({ ...edit, actId: 'a2' }).catch(() => undefined)
    await expect(copy.enqueue(edit)).rejects.toThrow('lost')
    expect(stored.size).toBe(0)
    closingPage.dispatchEvent(new Event('pagehide'))
    await tryAgain()
    expect(stored.size).toBe(1)

    const adopted: Edit[] = []
    const enqueue = (savedEdit: Edit) => Promise.resolve([String(adopted.push(savedEdit))])
    saveLastEdits(fakeCopy({ ...options, enqueue }), openPage())
    await expect.poll(() => adopted).toMatchObject([{ id: edit.id }])
  },
)
