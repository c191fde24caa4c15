import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { openings } from './openings.tsx'

test('a record opens by a magnifier, and each way to open one has an icon of its own', () => {
  const drawn = Object.values(openings).map(({ icon }) => renderToStaticMarkup(icon))
  expect(renderToStaticMarkup(openings.detail.icon)).toContain('lucide-search')
  expect(new Set(drawn).size).toBe(drawn.length)
})
