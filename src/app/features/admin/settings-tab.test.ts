import { expect, test } from 'vitest'
import { findSettingsTab } from './settings-tab.ts'

test.each([
  ['office', 'office'],
  ['rates', 'rates'],
  ['undelivered', 'data'],
  ['demo-data', 'data'],
])('opens #%s in the tab %s', (heading, tab) => {
  expect(findSettingsTab(heading)).toBe(tab)
})

test.each(['', 'people', 'constructor'])('finds no tab for #%s', (heading) => {
  expect(findSettingsTab(heading)).toBeUndefined()
})
