import { expect, test } from 'vitest'
import { managerDescription } from '#contract/records/master-data.ts'
import { failureText, missingText, refusalWords, successText } from './master-words.ts'

test('every action is confirmed in the words of the specification', () => {
  expect(successText('companies', 'create', true)).toBe('회사가 성공적으로 추가되었습니다.')
  expect(successText('departments', 'update', true)).toBe('부서가 성공적으로 수정되었습니다.')
  expect(successText('managers', 'delete', true)).toBe('관리자가 성공적으로 삭제되었습니다.')
  expect(successText('projects', 'create', true)).toBe('사업구간이 성공적으로 추가되었습니다.')
  expect(successText('projects', 'update', true)).toBe('프로젝트가 성공적으로 수정되었습니다.')
  expect(successText('titles', 'create', true)).toBe('목록이 추가되었습니다.')
})

test('an action without a network says that it waits', () => {
  expect(successText('titles', 'delete', false)).toBe('목록이 삭제되었습니다. · 저장됨(전송 대기)')
})

test('a failed action names what failed', () => {
  expect(failureText('projects', 'create')).toBe('사업구간 추가 중 오류가 발생했습니다.')
  expect(failureText('projects', 'delete')).toBe('프로젝트 삭제 중 오류가 발생했습니다.')
})

test('required fields ask for what is missing with the right particle', () => {
  const said = managerDescription.fields.filter((field) => 'required' in field).map((field) => missingText(field))
  expect(said).toEqual(['회사를 선택해주세요.', '부서를 선택해주세요.', '이름을 입력해주세요.'])
})

test('a refused manager is told in the server’s own words', () => {
  const said = '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.'
  expect(refusalWords('managers').failure('create', said)).toBe(said)
  expect(refusalWords('managers').failure('update', undefined)).toBe('관리자 수정 중 오류가 발생했습니다.')
})

test('a refused delete says what still points at the record', () => {
  expect(refusalWords('companies').failure('delete', '부서 3건에서 사용 중이어서 삭제할 수 없습니다.')).toBe(
    '회사 삭제 중 오류가 발생했습니다.\n부서 3건에서 사용 중이어서 삭제할 수 없습니다.',
  )
})
