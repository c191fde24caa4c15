import { expect, test } from 'vitest'
import { decideUpdate } from './decide-update.ts'
import { onNewController } from './on-new-controller.ts'

test('the first worker of a fresh visit does not reload the page', () => {
  expect(onNewController({ hadController: false, isReloading: false, isDirty: false })).toBe('nothing')
})

test('a tab without unsaved input follows the new version by itself', () => {
  expect(onNewController({ hadController: true, isReloading: false, isDirty: false })).toBe('reload')
})

test('a tab with unsaved input stays on its page and says so', () => {
  expect(onNewController({ hadController: true, isReloading: false, isDirty: true })).toBe('banner')
})

test('a tab that is already reloading does not reload again', () => {
  expect(onNewController({ hadController: true, isReloading: true, isDirty: false })).toBe('nothing')
})

test('a new version goes in at once when nothing would be disturbed', () => {
  expect(decideUpdate({ dirtyForms: [], isSending: false })).toEqual({ action: 'update' })
})

test('a new version asks first while a form holds unsaved input', () => {
  expect(decideUpdate({ dirtyForms: ['새 사건 입력줄'], isSending: false })).toMatchObject({ action: 'ask' })
})

test('a new version asks first while something is being sent', () => {
  expect(decideUpdate({ dirtyForms: [], isSending: true })).toMatchObject({ action: 'ask' })
})
