import { expect, test } from 'vitest'
import type { ApplicationValues, FilingSource } from '#domain/filings/filing.ts'
import { createFilingSource, createPerson } from '#tests/support/documents/filing-sources.ts'
import { printFiling } from '#tests/support/documents/print-forms.ts'
import { findClashes } from '#tests/support/documents/read-boxes.ts'

const property = `1동의 건물의 표시
가람도 솔빛시 해든구 달빛동 123-4 해든마을 가온채 1단지 제101동
[도로명주소]
전유부분의 건물의 표시
건물의 번호 : 101동 1203호
구 조 :
면 적 : 84.9712㎡
대지권의 목적인 토지의 표시
토지의 표시 : 1. 가람도 솔빛시 해든구 달빛동 123-4 대 35123.4㎡
대지권의 종류 : 1. 소유권대지권
대지권의 비율 : 1. 35123.4분의 45.6789`

const owner = '김가온'
const bank = '해든은행\n대표자 이든\n(취급지점\n달빛지점)'
const lessee = createPerson('박새론', { role: 'seller' })
const lease = {
  lease_deposit: 200_000_000,
  lease_rent: '월 500,000원 (매월 25일)',
  lease_period: '2026년 11월 20일부터 2년',
}
const cancelled = { cancelled_date: '2021-03-02', cancelled_number: '4321' }

interface Case {
  readonly type: string
  readonly own?: Partial<ApplicationValues>
  readonly overrides?: Partial<FilingSource>
  /** Index of its application; absent: the first. */
  readonly part?: number
  /** Expected text by label of the box. */
  readonly expected: Readonly<Record<string, string>>
}

const table: readonly Case[] = [
  {
    type: 'ownership_transfer',
    expected: {
      제목: '소유권이전등기신청(매매)',
      '부동산의 표시': `${property}\n거래신고관리번호 :\n거래가액 : 금 412,300,000원`,
      '등기원인과 그 연월일': '2026년 9월 10일 매매',
      '등기의 목적': '소유권 이전',
      '이전할 지분': '',
      등기의무자: '달빛건설\n대표자 박새론',
      등기권리자: owner,
      '세액 합계': '금 4,947,600원',
      부동산고유번호: '1234-1996-123456',
      등기신청수수료: '금 18,000원\n납부번호 :\n일괄납부 : 건 금 원',
    },
  },
  {
    type: 'ownership_transfer-mortgage_registration',
    part: 1,
    expected: {
      제목: '근저당권설정등기신청',
      '부동산의 표시': property,
      '등기원인과 그 연월일': '2026년 11월 20일 근저당권설정계약',
      '등기의 목적': '근저당권 설정',
      채권최고액: '금 330,000,000원',
      채무자: '김가온\n가람도 솔빛시 해든구 달빛로 12, 101동 1203호 (달빛동, 가온채)',
      '설정할 지분': '',
      등기의무자: owner,
      등기권리자: bank,
      국민주택채권매입총액: '금 3,300,000원',
    },
  },
  {
    type: 'ownership_transfer-mortgage_registration-lease_registration',
    own: { housing_reg_date: '2026-10-02' },
    part: 2,
    expected: {
      제목: '민간임대주택부기등기신청',
      '등기원인과 그 연월일': '2026년 10월 2일 민간임대주택 등록',
      '등기의 목적': '소유권에 관한 부기(민간임대주택 등기)',
      신청인: owner,
      '세액 합계': '금 7,200원',
      '부기할 사항':
        '이 주택은 「민간임대주택에 관한 특별법」에 따른 임대의무기간 동안\n임대료 증액기준을 준수하여야 하는 재산임',
    },
  },
  {
    type: 'ownership_transfer-lease_registration',
    own: { housing_reg_date: '2026-10-02' },
    expected: { 제목: '소유권이전등기신청(매매)', 등기권리자: owner },
  },
  {
    type: 'mortgage_registration-lease_registration',
    own: { housing_reg_date: '2026-10-02' },
    part: 1,
    expected: { 제목: '민간임대주택부기등기신청', 신청인: owner },
  },
  {
    type: 'mortgage_registration',
    own: { registration_tax: 660_000 },
    expected: {
      제목: '근저당권설정등기신청',
      '등기원인과 그 연월일': '2026년 9월 10일 근저당권설정계약',
      등기의무자: owner,
      등기권리자: bank,
      '세액 합계': '금 792,000원',
    },
  },
  {
    type: 'mortgage_cancellation',
    own: cancelled,
    expected: {
      제목: '근저당권말소등기신청(해지)',
      '등기원인과 그 연월일': '2026년 9월 10일 해지',
      '등기의 목적': '근저당권설정등기 말소',
      '말소할 등기': '2021년 3월 2일 접수 제4321호로 마친 근저당권설정등기',
      등기의무자: bank,
      등기권리자: owner,
      '세액 합계': '금 7,200원',
    },
  },
  {
    type: 'lease_registration',
    own: { ...lease, lease_kind: 'lease' },
    overrides: { grantors: [lessee] },
    expected: {
      제목: '임차권설정등기신청',
      '등기원인과 그 연월일': '2026년 9월 10일 임차권설정계약',
      '등기의 목적': '임차권 설정',
      임차보증금: '금 200,000,000원',
      '차임 및 지급시기': '월 500,000원 (매월 25일)',
      '임차 범위': '주택 전부',
      존속기간: '2026년 11월 20일부터 2년',
      등기의무자: owner,
      등기권리자: '박새론',
    },
  },
  {
    type: 'lease_cancellation',
    own: cancelled,
    overrides: { grantors: [lessee] },
    expected: {
      제목: '임차권말소등기신청(해지)',
      '등기의 목적': '임차권설정등기 말소',
      등기의무자: '박새론',
      등기권리자: owner,
      '말소할 등기': '2021년 3월 2일 접수 제4321호로 마친 임차권설정등기',
    },
  },
  {
    type: 'inheritance',
    own: { cause: '협의분할에 의한 상속', deceased: '박여울 (400101-1000001) 가람도 누리군 하늘면 별빛리 7' },
    expected: {
      제목: '소유권이전등기신청(협의분할에의한상속)',
      '등기원인과 그 연월일': '2026년 9월 10일 협의분할에 의한 상속',
      '등기의 목적': '소유권 이전',
      피상속인: '박여울 (400101-1000001) 가람도 누리군 하늘면 별빛리 7',
      '등기권리자(상속인)': owner,
    },
  },
  {
    type: 'division',
    own: { moved_share: '2번 박새론지분' },
    overrides: { grantors: [lessee] },
    expected: {
      제목: '소유권이전등기신청(공유물분할)',
      '등기의 목적': '2번 박새론지분 전부이전',
      등기의무자: '박새론',
      등기권리자: owner,
    },
  },
  {
    type: 'other',
    own: { cause: '신청착오', purpose: '소유권경정' },
    expected: {
      제목: '등기신청',
      '등기원인과 그 연월일': '2026년 9월 10일 신청착오',
      '등기의 목적': '소유권경정',
    },
  },
  { type: '', own: { purpose: null }, expected: { 제목: '등기신청', '등기의 목적': '' } },
]

test.each(table.map((row) => ({ ...row, name: row.type || 'a filing without a type' })))(
  'prints every box of $name',
  async ({ type, own, overrides, part = 0, expected }) => {
    const { textIn, title, pages } = await printFiling(
      createFilingSource({ ...own, application_type: type }, overrides),
      part,
    )
    const found = Object.keys(expected).map((label) => [label, label === '제목' ? title : textIn(label)])
    expect(Object.fromEntries(found)).toEqual(expected)
    const a4 = [595, 842]
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([a4, a4])
    expect(pages.flatMap(findClashes)).toEqual([])
    for (const page of pages) expect(page.text).toContain('간인')
    expect(pages[1]?.text).toContain('솔빛지방법원 해든등기소 귀중')
    const note = '첨부서면 중 같은 것은 먼저 접수되는 소유권이전등기신청서에 첨부함'
    expect(pages[1]?.text.includes(note)).toBe(part > 0)
  },
)
