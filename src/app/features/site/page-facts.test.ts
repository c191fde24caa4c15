import { expect, test } from 'vitest'
import { pageFacts } from './page-facts.ts'

test('every public page has an address, a title and a description of its own', () => {
  for (const key of ['path', 'title', 'description'] as const) {
    const values = pageFacts.map((page) => page[key])
    expect(new Set(values).size, key).toBe(values.length)
  }
})

test('no description is longer than what a search result shows, and each is a sentence', () => {
  for (const { path, description } of pageFacts) {
    expect(description.length, path).toBeLessThanOrEqual(120)
    expect(description, path).toMatch(/니다\.$/)
  }
})
