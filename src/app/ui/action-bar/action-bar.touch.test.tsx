import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ActionBar } from './action-bar.tsx'

const actions = ['내역 추가', '엑셀 내보내기', '엑셀 가져오기'].map((label) => ({ label, onSelect: () => undefined }))

function readVisibleText(element: Element): string {
  return element instanceof HTMLElement ? element.innerText : ''
}

test.each([
  { width: 175, word: '' },
  { width: 240, word: '더보기' },
])('더보기 stays within a bar of $width px, as an icon where its word does not fit', async ({ width, word }) => {
  await render(
    <div className="flex" style={{ width }}>
      <div className="min-w-0 flex-1">
        <ActionBar label="작업" actions={actions} />
      </div>
    </div>,
  )
  const more = page.getByRole('button', { name: '더보기' })
  await expect.poll(() => readVisibleText(more.element())).toBe(word)
  const bar = page.getByRole('toolbar', { name: '작업' }).element().getBoundingClientRect()
  expect(more.element().getBoundingClientRect().right).toBeLessThanOrEqual(bar.right)
  await more.click()
  await expect.element(page.getByRole('menuitem', { name: '엑셀 가져오기' })).toBeVisible()
})
