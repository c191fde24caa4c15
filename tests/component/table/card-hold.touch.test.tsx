import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findCenter, finger, wait } from './finger.ts'
import { openTree } from './tree-harness.tsx'

const menu = () => page.getByRole('menu', { name: '2행 작업' })
const card = () => page.getByText('묶음 b')
/** Longer than a finger must stay to open a menu, in ms. */
const longPress = 600

test('a finger held on a card opens its menu, and lifting it opens nothing', async () => {
  const tree = await openTree('cards')
  await finger.down(findCenter(card()))
  await expect.element(menu()).toBeVisible()
  await finger.up()
  await wait(400)
  await expect.element(page.getByRole('menu')).toHaveLength(1)
  await expect.element(menu().getByRole('menuitem', { name: '묶음 열기' })).toBeVisible()
  expect(tree.opened).toEqual([])
  await menu().getByRole('menuitem', { name: '묶음 열기' }).click()
  expect(tree.opened).toEqual(['b'])
})

test('a finger that moves opens no menu, and a tap opens the card', async () => {
  const tree = await openTree('cards')
  const at = findCenter(card())
  await finger.down(at)
  await finger.moveTo({ x: at.x, y: at.y - 80 })
  await wait(longPress)
  await finger.up()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await card().click()
  await expect.poll(() => tree.opened).toEqual(['b'])
})

test('the keyboard opens a card after a menu was opened by a long press', async () => {
  const tree = await openTree('cards')
  await finger.down(findCenter(card()))
  await expect.element(menu()).toBeVisible()
  await finger.up()
  await wait(500)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  document.querySelector<HTMLElement>('[data-card="1"] [data-card-face]')?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => tree.opened).toEqual(['b'])
})
