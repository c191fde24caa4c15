import { expect, test } from 'vitest'
import { storeDraft, getDraft } from './use-letter-form.ts'

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

test('titles a new letter after its section', () => {
  expect(getDraft('u1', [row])).toMatchObject({ title: '가상 제1공구 공탁 공문', content: '' })
})

test('restores an unfinished letter for its own writer only', () => {
  const draft = { ...getDraft('u1', [row]), content: '1. 귀 기관의 무궁한 발전을 기원합니다.' }
  storeDraft('u1', [row], draft)
  expect(getDraft('u1', [row])).toEqual(draft)
  expect(getDraft('u2', [row]).content).toBe('')
})

test('starts another letter after one was saved', () => {
  const saved = getDraft('u1', [row])
  storeDraft('u1', [row], null)
  expect(getDraft('u1', [row]).id).not.toBe(saved.id)
})

test('keeps a letter about several cases apart from that about the first case', () => {
  storeDraft('u1', [row, { ...row, id: 'case-2' }], { ...getDraft('u1', [row]), content: '여러 사건' })
  expect(getDraft('u1', [row]).content).toBe('')
  expect(getDraft('u1', [row, { ...row, id: 'case-2' }]).content).toBe('여러 사건')
})
