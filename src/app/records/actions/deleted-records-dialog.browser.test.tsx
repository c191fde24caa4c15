import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import type { DeletedRecord } from '#contract/sync/deleted-records.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import { expectGone } from '#tests/component/steps.ts'
import { makeId } from '#tests/support/books/mirror-fixtures.ts'
import { OfflineCopyContext } from '../offline-copy/use-offline-copy.tsx'
import { DeletedRecordsDialog } from './deleted-records-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const makeDeletion = (number: number, fields: DeletedRecord['fields'], day: string): DeletedRecord => ({
  id: makeId(number),
  deleted_at: `${day}T03:00:00.000Z`,
  deleted_by: '한온결',
  fields,
  parts: [],
})

const deletions: Partial<Record<CollectionName, readonly DeletedRecord[]>> = {
  'real-estate': [
    makeDeletion(1, { owner: '남궁데스크', fees: 300_000 }, '2026-11-28'),
    makeDeletion(2, { owner: '임하람' }, '2026-11-26'),
  ],
  banks: [makeDeletion(3, { name: '누리은행' }, '2026-11-27')],
}

const status = { connection: 'online', syncedAreas: null }

async function openDialog(props: { collection?: CollectionName; search?: string }) {
  const edits: Edit[] = []
  const copy = {
    userId: makeId(9),
    getStatus: () => status,
    subscribeStatus: () => () => undefined,
    enqueue: (edit: Edit | readonly Edit[]) => {
      edits.push(...[edit].flat())
      return Promise.resolve([makeId(8)])
    },
  } as unknown as OfflineCopy
  const readBooks: string[] = []
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const [, name = ''] = /sync\/([^/]+)\/deleted/.exec(url) ?? []
    readBooks.push(name)
    return Promise.resolve(Response.json({ results: deletions[name as CollectionName] ?? [], more: false }))
  })
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  await render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <OfflineCopyContext value={copy}>
            <DeletedRecordsDialog {...props} onClose={() => undefined} />
          </OfflineCopyContext>
        </ToastProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  )
  return { edits, readBooks }
}

const getLines = () => page.getByRole('listitem')

test('a book lists its deletions by name, day and person, and restores one under its old id', async () => {
  const { edits, readBooks } = await openDialog({ collection: 'real-estate' })
  await expect.element(getLines().first()).toMatchTextContent(/^남궁데스크2026.11.28 12:00 · 한온결/)
  expect(getLines().elements()).toHaveLength(2)
  expect(readBooks).toEqual(['real-estate'])
  await page.getByRole('button', { name: '남궁데스크 되살리기' }).click()
  await expect.element(page.getByText('되살렸습니다: 남궁데스크')).toBeVisible()
  await expectGone(page.getByRole('button', { name: '남궁데스크 되살리기' }))
  expect(edits).toMatchObject([
    { kind: 'create', collection: 'real-estate', id: makeId(1), fields: { owner: '남궁데스크' }, isRestore: true },
  ])
  await page.getByRole('textbox', { name: '이름·삭제한 사람' }).fill('없는 이름')
  await expect.element(page.getByText('찾는 기록이 없습니다.')).toBeVisible()
})

test('without a book, every book is listed, newest first', async () => {
  await openDialog({})
  await expect.element(getLines().nth(1)).toMatchTextContent(/^누리은행/)
  expect(
    getLines()
      .elements()
      .map(({ textContent }) => textContent.replace(/2026.*/, '')),
  ).toEqual(['남궁데스크사건부 · ', '누리은행은행 · ', '임하람사건부 · '])
})

test('a text to search for looks into every book, and one book can be chosen afterwards', async () => {
  await openDialog({ search: 'ㄴㄹㅇㅎ' })
  await expect.element(getLines()).toMatchTextContent(/^누리은행/)
  await expect.element(page.getByRole('combobox', { name: '장부' })).toHaveDisplayValue('모든 장부')
  await page.getByRole('combobox', { name: '장부' }).selectOptions('사건부')
  await expect.element(page.getByText('찾는 기록이 없습니다.')).toBeVisible()
})

test('a server that does not answer is reported, with a way to try again', async () => {
  const opening = openDialog({ collection: 'banks' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await opening
  await expect.element(page.getByRole('alert')).toMatchTextContent(/삭제한 기록은 서버에만 있어/)
  await expect.element(page.getByRole('button', { name: '다시 시도' })).toBeVisible()
})
