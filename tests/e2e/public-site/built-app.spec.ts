import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { templateFile } from '#contract/site/public-page.ts'

const root = join(import.meta.dirname, '../../..')

test('the built app contains no part of the component gallery', () => {
  const title = '부품 진열대'
  expect(readFileSync(join(root, 'tests/component/gallery/gallery.tsx'), 'utf8')).toContain(title)
  const dist = join(root, 'dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css|html)$/.test(name))
  expect(files.length).toBeGreaterThan(10)
  const offenders = files.filter(
    (name) => /gallery/i.test(name) || readFileSync(join(dist, name), 'utf8').includes(title),
  )
  expect(offenders).toEqual([])
})

test('a public page has its style inside and no blocking script, and preloads no font on a phone', () => {
  const template = readFileSync(join(root, 'dist', templateFile), 'utf8')
  const findTags = (pattern: RegExp) => template.match(pattern) ?? []
  expect(findTags(/<style>/g)).toHaveLength(1)
  expect(findTags(/<link\b[^>]* rel="stylesheet"[^>]*>/g)).toEqual([])
  expect(findTags(/<script\b[^>]*>/g).filter((tag) => !tag.includes('type="module"'))).toEqual([])
  expect(findTags(/<link\b[^>]* as="font"[^>]*>/g).filter((tag) => !tag.includes('media="(min-width'))).toEqual([])
})
