import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { openActions } from './row-actions.tsx'

test('opens a record with a magnifier icon, and has a distinct icon for each way to open one', () => {
  const icons = Object.values(openActions).map(({ icon }) => renderToStaticMarkup(icon))
  expect(renderToStaticMarkup(openActions.detail.icon)).toContain('lucide-search')
  expect(new Set(icons).size).toBe(icons.length)
})
