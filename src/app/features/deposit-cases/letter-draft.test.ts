import { expect, test } from 'vitest'
import { keepDraft, keptDraft } from './letter-draft.ts'

const row = {
  id: 'case-1',
  record: {
    id: 'case-1',
    version: 1,
    inserted_at: '2026-11-21T00:00:00Z',
    updated_at: '2026-11-21T00:00:00Z',
    business_section: '가상 제1공구',
  },
}

test('a letter begins under the name of its section', () => {
  expect(keptDraft('u1', [row])).toMatchObject({ title: '가상 제1공구 공탁 공문', content: '' })
})

test('a letter half written is found again, by its own writer only', () => {
  const draft = { ...keptDraft('u1', [row]), content: '1. 귀 기관의 무궁한 발전을 기원합니다.' }
  keepDraft('u1', [row], draft)
  expect(keptDraft('u1', [row])).toEqual(draft)
  expect(keptDraft('u2', [row]).content).toBe('')
})

test('after a letter was saved the next one is another letter', () => {
  const saved = keptDraft('u1', [row])
  keepDraft('u1', [row], null)
  expect(keptDraft('u1', [row]).id).not.toBe(saved.id)
})

test('a letter of several cases is another one than that of the first', () => {
  keepDraft('u1', [row, { ...row, id: 'case-2' }], { ...keptDraft('u1', [row]), content: '여러 사건' })
  expect(keptDraft('u1', [row]).content).toBe('')
  expect(keptDraft('u1', [row, { ...row, id: 'case-2' }]).content).toBe('여러 사건')
})
