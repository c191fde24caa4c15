import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { IconButton } from './icon-button.tsx'

const icon = <svg width={16} height={16} />

test('an icon among the tools of a list has its words under ⋯, and only there', async () => {
  await render(
    <>
      <div data-list-tools className="grid w-92 grid-cols-2">
        <IconButton label="삭제한 기록" menuLabel="삭제한 기록" icon={icon} />
        <IconButton label="실행 취소 (Ctrl+Z)" menuLabel="실행 취소" icon={icon} />
      </div>
      <IconButton label="새로고침" menuLabel="새로고침" icon={icon} />
    </>,
  )
  const readWords = (name: string) => {
    const button = page.getByRole('button', { name, exact: true }).element()
    return button instanceof HTMLElement ? button.innerText : null
  }
  expect(readWords('삭제한 기록')).toBe('삭제한 기록')
  expect(readWords('실행 취소 (Ctrl+Z)')).toBe('실행 취소')
  expect(readWords('새로고침')).toBe('')
})
