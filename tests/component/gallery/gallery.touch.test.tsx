import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openGallery } from './open-gallery.tsx'

test('no button is lower than 44 px on touch devices', async () => {
  await openGallery('buttons')
  const buttons = page.getByRole('list', { name: '단추' }).getByRole('button').elements()
  expect(Math.min(...buttons.map((button) => button.getBoundingClientRect().height))).toBe(44)
})
