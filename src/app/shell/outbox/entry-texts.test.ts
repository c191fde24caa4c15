import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { findField } from './entry-state.ts'
import { explainState, formatEntryValue } from './entry-texts.ts'

const findName = (collection: string, id: string) =>
  collection === 'real-estate-groups' && id === 'g1' ? '가온–솔빛 고속도로 제1공구' : undefined

function requireCaseField(key: string) {
  const field = findField('real-estate', key)
  if (!field) throw new Error(`no field ${key}`)
  return field
}

test('shows money with separators and 원', () => {
  expect(formatEntryValue(requireCaseField('fees'), 1_234_000, findName)).toBe('1,234,000원')
})

test('shows an empty value as 비어 있음', () => {
  expect(formatEntryValue(requireCaseField('fees'), null, findName)).toBe('비어 있음')
  expect(formatEntryValue(requireCaseField('owner'), '', findName)).toBe('비어 있음')
})

test('tells a zero amount from an empty one', () => {
  expect(formatEntryValue(requireCaseField('fees'), 0, findName)).toBe('0원')
})

test('shows a group by its name, never by its id', () => {
  expect(formatEntryValue(requireCaseField('group_id'), 'g1', findName)).toBe('가온–솔빛 고속도로 제1공구')
  expect(formatEntryValue(requireCaseField('group_id'), 'g2', findName)).toBe('이름을 알 수 없는 항목')
})

test("gives the server's reason for a refused entry", () => {
  const refusal = problem('refused', { message: '보수료: 0 이상으로 입력해 주세요.' })
  expect(
    explainState({ collection: 'real-estate', state: 'rejected', problem: refusal, isBlocked: false, attempts: 1 }),
  ).toBe('보수료: 0 이상으로 입력해 주세요.')
  const unseen = problem('invalid_request', { fields: { fees: '0 이상', old_name: '알 수 없는 항목입니다.' } })
  const entry = { state: 'rejected', isBlocked: false, attempts: 1, changes: { fees: { old: 1, new: -1 } } } as const
  expect(explainState({ collection: 'real-estate', ...entry, problem: unseen })).toBe(
    '입력한 내용을 확인해 주세요. 알 수 없는 항목입니다. (old_name)',
  )
})

test('explains an entry lost by a restored server, and what can be done', () => {
  const lostEntry = { state: 'rejected', isBlocked: false, attempts: 0, isLost: true } as const
  expect(explainState({ collection: 'real-estate', ...lostEntry, kind: 'update', problem: problem('restored') })).toBe(
    '서버가 백업에서 복원되면서 이 수정이 서버에서 사라졌습니다. 다시 보내거나 버릴 수 있습니다.',
  )
  expect(explainState({ collection: 'real-estate', ...lostEntry, kind: 'update', problem: problem('not_found') })).toBe(
    '서버가 백업에서 복원되면서 이 사건과 그 수정이 서버에서 사라졌습니다.',
  )
})

test('explains why the server cannot take an entry yet, and that it will be sent automatically', () => {
  const waits = { state: 'queued', isBlocked: false, attempts: 2 } as const
  expect(explainState({ collection: 'real-estate', ...waits, problem: problem('storage_full') })).toBe(
    '서버의 저장 공간이 가득 차 아직 저장하지 못했습니다. 입력한 내용은 이 기기에 있으며, 자동으로 다시 보냅니다. 최고관리자에게 알려 주세요.',
  )
  expect(explainState({ collection: 'real-estate', ...waits, problem: problem('unavailable') })).toBe(
    '서버가 준비 중이어서 아직 저장하지 못했습니다. 입력한 내용은 이 기기에 있으며, 자동으로 다시 보냅니다.',
  )
  expect(explainState({ collection: 'real-estate', ...waits, problem: null })).toBeNull()
})

test('names the preceding work that a blocked entry waits for', () => {
  expect(
    explainState({ collection: 'real-estate', state: 'queued', problem: null, isBlocked: true, attempts: 0 }),
  ).toBe('같은 사건의 앞선 작업을 먼저 확인해야 전송됩니다.')
})
