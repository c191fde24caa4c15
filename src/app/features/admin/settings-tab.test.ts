import { expect, test } from 'vitest'
import { settingsTabOf } from './settings-tab.ts'

test.each([
  ['office', 'office'],
  ['rates', 'rates'],
  ['undelivered', 'data'],
  ['demo-data', 'data'],
])('a link to #%s opens the tab %s', (heading, tab) => {
  expect(settingsTabOf(heading)).toBe(tab)
})

test.each(['', 'people', 'constructor'])('#%s names no tab', (heading) => {
  expect(settingsTabOf(heading)).toBeUndefined()
})
