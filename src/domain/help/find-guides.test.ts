import { expect, test } from 'vitest'
import { isAppPath } from '#contract/app-paths.ts'
import { findGuides } from './find-guides.ts'
import { howToTopics } from './how-tos.ts'
import { officeScreens } from './office-screens.ts'

const howTos = howToTopics.flatMap((topic) => topic.howTos)

test.each([
  ['청구서 만들어서 보내야 하는데', '비용청구서'],
  ['목록을 종이로 출력하려면', '인쇄'],
  ['키보드로 하는 방법', '단축키'],
  ['지운 사건 복원', '삭제한 기록 되살리기'],
  ['휴지통은 어디에 있나요', '삭제한 기록 되살리기'],
  ['위임장을 PDF로 내려받기', '등기신청서와 위임장'],
  ['새 은행을 등록', '은행 추가'],
  ['열 너비를 고정', '컬럼 순서와 숨기기'],
  ['반차 내려면', '휴가 신청'],
  ['OTP 등록', '2단계 인증'],
  ['인터넷이 끊겼을 때', '네트워크 없이'],
  ['등기부가 바뀐 주소', '등기 변동 확인'],
  ['카드 내역을 고치려면', '카드 내역 수정'],
  ['카드 내역을 추가하려면', '카드 내역 추가'],
  ['표에 붙여넣기', '기록 복사'],
  ['입금일을 한꺼번에 넣는 법', '여러 건 한꺼번에 수정'],
])('%s is explained under %s', (text, title) => {
  expect(findGuides(text)[0]?.title).toBe(title)
})

test('finds the words of a name in any order and with any blanks', () => {
  expect(findGuides('등록하려고요, 새 단 지')[0]?.title).toBe('사업구간과 단지 추가')
  expect(findGuides('날씨가 좋네요')).toEqual([])
})

test('a guide covers only the words of its own names', () => {
  const [guide] = findGuides('단축키')
  expect(guide?.covers(['단축키'])).toBe(true)
  expect(guide?.covers(['단축키', '홍길동'])).toBe(false)
})

test('every how-to and screen has a title of its own, names, and links to screens of the app', () => {
  const entries = [...howTos, ...officeScreens]
  expect(entries.filter(({ names }) => /,\S|\s\s|\/\/|\/$|^$/.test(names))).toEqual([])
  expect(new Set(howTos.map(({ title }) => title)).size).toBe(howTos.length)
  expect(officeScreens.filter(({ href }) => !isAppPath(href.split('?')[0] ?? ''))).toEqual([])
})
