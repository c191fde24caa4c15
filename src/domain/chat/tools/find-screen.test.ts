import { expect, test } from 'vitest'
import { isAppPath } from '#contract/app-paths.ts'
import { collectionNames } from '#contract/books/collections.ts'
import type { OfficeData } from '../knowledge.ts'
import { describeGuide, findOwnGuides } from './find-screen.ts'

const rejectSearch = () => Promise.reject(new Error('no record is looked for'))
const office: OfficeData = {
  today: '2026-11-25',
  asker: { name: '김가온', isSuperuser: true },
  collections: new Set(collectionNames),
  hasStoppedRecords: rejectSearch,
  find: rejectSearch,
  findRecord: rejectSearch,
  sum: rejectSearch,
  listValues: rejectSearch,
  readLeaveBalance: rejectSearch,
}

const words =
  '사건부 세대 등기리포트 사업구간 은행 공탁 공탁리포트 엑셀 회사관리 담당자등록 등본 카드 차량 퀵 휴가 문의함 보낼작업 블로그 로그인된기기 공문 비용청구서 사용자관리 작업관리 사무소정보 요율 접속기록 백업 미전송'

test.each(words.split(' '))('%s leads to screens that exist', (word) => {
  const found = findOwnGuides(word, { office })
  expect(found.length).toBeGreaterThan(0)
  for (const { href } of found.flatMap(({ links }) => links)) expect(isAppPath(href.split('?')[0] ?? '')).toBe(true)
})

test('shows superuser screens only to superusers', () => {
  const colleague = { office: { ...office, asker: { name: '박새론', isSuperuser: false } } }
  expect(findOwnGuides('접속기록', colleague)).toEqual([])
})

test('links each screen of a name once', () => {
  const guides = findOwnGuides('공탁 리포트', { office })
  const [first] = guides
  const parts = first ? describeGuide(first, guides) : []
  const hrefs = parts.flatMap((part) => (part.kind === 'sources' ? part.links : [])).map(({ href }) => href)
  expect(hrefs.length).toBeGreaterThan(1)
  expect(new Set(hrefs).size).toBe(hrefs.length)
})
