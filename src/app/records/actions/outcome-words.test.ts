import { expect, test } from 'vitest'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { WriteKind } from '#contract/books/wordings.ts'
import { doneText, doneToSeveralText, failedText, mixedText } from './outcome-words.ts'

function done(collection: CollectionName, kind: WriteKind, isOnline = true): string {
  return doneText(bookOf(collection).words, kind, { subject: '김가온', isOnline })
}

function failed(collection: CollectionName, kind: WriteKind, reason?: string): string {
  return failedText(bookOf(collection).words, kind, reason)
}

test('confirms each action in the words of its book', () => {
  expect(done('real-estate', 'update')).toBe('수정 성공 (김가온)')
  expect(done('companies', 'create')).toBe('회사가 성공적으로 추가되었습니다.')
  expect(done('departments', 'update')).toBe('부서가 성공적으로 수정되었습니다.')
  expect(done('managers', 'delete')).toBe('관리자가 성공적으로 삭제되었습니다.')
  expect(done('projects', 'create')).toBe('사업구간이 성공적으로 추가되었습니다.')
  expect(done('projects', 'update')).toBe('프로젝트가 성공적으로 수정되었습니다.')
  expect(done('titles', 'create')).toBe('목록이 추가되었습니다.')
  expect(done('quick-deliveries', 'update')).toBe('배송 정보가 수정되었습니다.')
})

test("uses the generic table's words for addresses, and says what could not be saved", () => {
  expect(done('addresses', 'create')).toBe('성공적으로 추가되었습니다.')
  expect(done('addresses', 'update')).toBe('성공적으로 수정되었습니다.')
  expect(done('addresses', 'delete')).toBe('성공적으로 삭제되었습니다.')
  expect(failed('addresses', 'create', '지번 없음')).toBe('작업 중 오류가 발생했습니다: 지번 없음')
  expect(failed('addresses', 'update')).toBe('데이터 저장 중 오류가 발생했습니다.')
  expect(failed('addresses', 'delete')).toBe('삭제 중 오류가 발생했습니다.')
})

test('counts several deleted records in the words of each list', () => {
  const deletedText = (name: CollectionName) =>
    doneToSeveralText(bookOf(name).words, 'delete', { count: 1200, isOnline: true })
  expect(deletedText('card-usage')).toBe('1,200개가 삭제되었습니다.')
  expect(deletedText('real-estate')).toBe('삭제 성공 (1,200건)')
  expect(done('card-usage', 'delete')).toBe('성공적으로 삭제되었습니다.')
  expect(failed('card-usage', 'delete', '이유')).toBe('삭제 중 오류가 발생했습니다.')
})

test('gives the numbers of added and changed records of a mixed action', () => {
  expect(mixedText(['create', 'update', 'create'])).toBe('2건 추가, 1건 수정')
  expect(mixedText(['create', 'create'])).toBeNull()
  expect(mixedText(['update'])).toBeNull()
})

test('says that an action without a network waits', () => {
  expect(done('titles', 'delete', false)).toBe('목록이 삭제되었습니다. · 저장됨(전송 대기)')
})

test('names the failed action, and the reason if it is known', () => {
  expect(failed('real-estate', 'update')).toBe('수정 실패: 알 수 없는 오류')
  expect(failed('real-estate', 'update', '$& 저장 공간')).toBe('수정 실패: $& 저장 공간')
  expect(failed('projects', 'create')).toBe('사업구간 추가 중 오류가 발생했습니다.')
  expect(failed('projects', 'delete', '')).toBe('프로젝트 삭제 중 오류가 발생했습니다.')
  expect(failed('companies', 'delete', '부서 3건에서 사용 중이어서 삭제할 수 없습니다.')).toBe(
    '회사 삭제 중 오류가 발생했습니다.\n부서 3건에서 사용 중이어서 삭제할 수 없습니다.',
  )
})

test('reports a refused manager in the server’s own words', () => {
  const refusalText = '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.'
  expect(failed('managers', 'create', refusalText)).toBe(refusalText)
  expect(failed('managers', 'update')).toBe('관리자 수정 중 오류가 발생했습니다.')
})
