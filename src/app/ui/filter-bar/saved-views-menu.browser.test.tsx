import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { getMonthBounds } from '#domain/dates/office-date.ts'
import { getOfficeToday } from '../office/office-today.ts'
import { SavedViewsMenu, SavedViewsStorage } from './saved-views-menu.tsx'
import { readSavedViews, writeSavedViews } from './saved-views.ts'

const { first: from, last: to } = getMonthBounds(
  Number(getOfficeToday().slice(0, 4)),
  Number(getOfficeToday().slice(5, 7)),
)
const currentView = {
  search: '',
  filters: [{ op: 'between' as const, field: 'created_at', from, to }],
}

async function openMenu() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  writeSavedViews(storage, 't', [{ name: '큰 건', search: '큰', filters: [] }])
  const opened: string[] = []
  await render(
    <SavedViewsStorage value={storage}>
      <SavedViewsMenu tableId="t" target={{ currentView: () => currentView, open: ({ name }) => opened.push(name) }} />
    </SavedViewsStorage>,
  )
  page.getByRole('button', { name: '저장된 보기' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: '현재 보기의 이름' })).toHaveFocus()
  return { storage, opened }
}

test('a name typed at once saves the current view and opens no other', async () => {
  const { storage, opened } = await openMenu()
  await userEvent.keyboard('새 보기{Enter}')
  await expect.poll(() => readSavedViews(storage, 't').map(({ name }) => name)).toEqual(['큰 건', '새 보기'])
  expect(opened).toEqual([])
})

test('says that a named period is calculated again when the view opens', async () => {
  const { storage } = await openMenu()
  await expect.element(page.getByText(/^이번 달: 보기를 여는 날을 기준으로 다시 계산합니다\.$/)).toBeVisible()
  await userEvent.keyboard('이달 접수{Enter}')
  await expect.poll(() => readSavedViews(storage, 't').at(-1)?.periods).toEqual({ created_at: '이번 달' })
})
