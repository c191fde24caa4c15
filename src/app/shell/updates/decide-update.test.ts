import { expect, test } from 'vitest'
import { decideUpdate, isUpdateWaiting, onNewController } from './decide-update.ts'

test('does not reload the page for the first worker of a fresh visit', () => {
  expect(onNewController({ hadController: false, isReloading: false, isDirty: false })).toBe('nothing')
})

test('reloads a tab without unsaved input for the new version', () => {
  expect(onNewController({ hadController: true, isReloading: false, isDirty: false })).toBe('reload')
})

test('keeps a tab with unsaved input on its page and shows a banner', () => {
  expect(onNewController({ hadController: true, isReloading: false, isDirty: true })).toBe('banner')
})

test('does not reload a tab that is already reloading', () => {
  expect(onNewController({ hadController: true, isReloading: true, isDirty: false })).toBe('nothing')
})

test('installs a new version at once when that disturbs nothing', () => {
  expect(decideUpdate({ dirtyForms: [], isSending: false })).toEqual({ action: 'update' })
})

test('asks before a new version while a form holds unsaved input', () => {
  expect(decideUpdate({ dirtyForms: ['새 사건 입력줄'], isSending: false })).toMatchObject({ action: 'ask' })
})

test('asks before a new version while something is being sent', () => {
  expect(decideUpdate({ dirtyForms: [], isSending: true })).toMatchObject({ action: 'ask' })
})

test('offers an update only while a worker waits behind an active one', () => {
  expect(isUpdateWaiting({ active: {}, waiting: {} })).toBe(true)
  expect(isUpdateWaiting({ active: null, waiting: {} })).toBe(false)
  expect(isUpdateWaiting({ active: {}, waiting: null })).toBe(false)
  expect(isUpdateWaiting(undefined)).toBe(false)
})
