import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { HistoryState } from '#app/action-history/action-history.ts'
import { createRecordSearch } from '../url-state/record-search.ts'
import { ImportResult } from './import-result.tsx'

const shownBy = { op: 'between' as const, field: 'id', from: 'a', to: 'b' }
const caseSearch = createRecordSearch('real-estate')

async function renderResult(imported: HistoryState['imported'], search: object = {}) {
  const calls = {
    undoRegardless: vi.fn<(actionId: string) => void>(),
    dismissImport: vi.fn<(actionId: string) => Promise<void>>(),
    change: vi.fn<(patch: object) => void>(),
  }
  const state: HistoryState = { undo: null, redo: null, imported }
  const screen = {
    recordSearch: caseSearch,
    history: { getState: () => state, subscribe: () => () => {}, dismissImport: calls.dismissImport },
    commands: { undoRegardless: calls.undoRegardless },
    state: { search: caseSearch.schema.parse(search), change: calls.change },
    book: { noun: '사건' },
  } as unknown as ComponentProps<typeof ImportResult>['screen']
  const { unmount } = await render(<ImportResult screen={screen} />)
  return { ...calls, unmount }
}

test('keeps the result visible, and can show its records, undo the import or close it', async () => {
  const calls = await renderResult({ actionId: 'act', created: 1029, changed: 0, shownBy }, { search: '가람', page: 3 })
  await expect.element(page.getByRole('status')).toHaveTextContent('엑셀 가져오기: 1,029건 가져옴')
  await page.getByRole('button', { name: '가져온 사건 보기' }).click()
  expect(calls.change.mock.calls).toEqual([[{ ...caseSearch.empty, filters: [shownBy] }]])
  await page.getByRole('button', { name: '되돌리기' }).click()
  expect(calls.undoRegardless.mock.calls).toEqual([['act']])
  await page.getByRole('button', { name: '가져오기 결과 닫기' }).click()
  expect(calls.dismissImport.mock.calls).toEqual([['act']])
})

test('shows the other records again when an import shown alone is undone', async () => {
  const calls = await renderResult({ actionId: 'act', created: 2, changed: 1, shownBy }, { filters: [shownBy] })
  await expect.element(page.getByRole('status')).toHaveTextContent('엑셀 가져오기: 2건 가져옴, 1건 변경됨')
  await page.getByRole('button', { name: '되돌리기' }).click()
  expect(calls.change.mock.calls).toEqual([[{ filters: [] }]])
})

test('does not offer to show records that are too many to filter for', async () => {
  await renderResult({ actionId: 'act', created: 0, changed: 101, shownBy: null })
  await expect.element(page.getByRole('status')).toHaveTextContent('엑셀 가져오기: 101건 변경됨')
  await expect.element(page.getByRole('button', { name: '가져온 사건 보기' })).not.toBeInTheDocument()
})

test('closes when the person leaves the screen', async () => {
  const calls = await renderResult({ actionId: 'act', created: 2, changed: 0, shownBy: null })
  expect(calls.dismissImport.mock.calls).toEqual([])
  await calls.unmount()
  expect(calls.dismissImport.mock.calls).toEqual([['act']])
})
