import { expect, test } from '@playwright/test'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

test('the built app contains no part of the component gallery', () => {
  const title = '부품 진열대'
  expect(readFileSync(join(root, 'tests/component/gallery/gallery.tsx'), 'utf8')).toContain(title)
  const dist = join(root, 'dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css|html)$/.test(name))
  expect(files.length).toBeGreaterThan(10)
  const holding = files.filter(
    (name) => /gallery/i.test(name) || readFileSync(join(dist, name), 'utf8').includes(title),
  )
  expect(holding).toEqual([])
})
