import { expect, test } from 'vitest'
import { settingsTabOf } from './settings-tab.ts'

test.each([
  ['office', 'office'],
  ['rates', 'rates'],
  ['undelivered', 'data'],
  ['demo-data', 'data'],
])('opens #%s in the tab %s', (heading, tab) => {
  expect(settingsTabOf(heading)).toBe(tab)
})

test.each(['', 'people', 'constructor'])('finds no tab for #%s', (heading) => {
  expect(settingsTabOf(heading)).toBeUndefined()
})
