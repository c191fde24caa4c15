import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCenter, finger } from '../table/finger.ts'
import { openGallery } from './open-gallery.tsx'

test('no button is lower than 44 px on touch devices', async () => {
  await openGallery('buttons')
  const buttons = page.getByRole('list', { name: '단추' }).getByRole('button').elements()
  expect(Math.min(...buttons.map((button) => button.getBoundingClientRect().height))).toBe(44)
})

test.each([
  { name: '지금 보내기', reason: '네트워크에 연결되면 시작할 수 있습니다.' },
  { name: '내보내기: 내보낼 행이 없습니다.', reason: '내보낼 행이 없습니다.' },
])('every tap on the disabled button $name shows its reason, until a tap elsewhere', async ({ name, reason }) => {
  await openGallery('buttons')
  const button = page.getByRole('button', { name, exact: true })
  button.element().scrollIntoView({ block: 'center' })
  const bubble = page.getByRole('tooltip').filter({ hasText: reason })
  await finger.tapAt(findCenter(button))
  await expect.element(bubble).toBeVisible()
  await finger.tapAt(findCenter(button))
  await expect.element(bubble).toBeVisible()
  const at = findCenter(button)
  await finger.tapAt({ x: at.x, y: at.y - 200 })
  await expect.element(bubble).not.toBeInTheDocument()
})
