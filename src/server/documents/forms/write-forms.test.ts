import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { costStatementOf, receiptOf } from '#domain/filings/cost-statement.ts'
import type { ApplicationValues, FilledForm, FilingSource } from '#domain/filings/filing.ts'
import { filingsOf } from '#domain/filings/filings-of.ts'
import { powerOfAttorneyOf } from '#domain/filings/power-of-attorney.ts'
import { corporation, filingSource, person } from '../../../../tests/support/filing-sources.ts'
import { besideLabel, clashes, readBoxes } from '../../../../tests/support/read-boxes.ts'
import { readPdf } from '../../../../tests/support/read-pdf.ts'
import { writeForms } from './write-forms.ts'

const document = { title: '등기신청서', author: '온결 법무사사무소', createdAt: '2026-11-20T00:00:00Z' }

async function printed(...forms: FilledForm[]) {
  async function* sets() {
    yield await Promise.resolve(forms)
  }
  return await readPdf(new Uint8Array(await buffer(writeForms(sets(), document))))
}

/** All that is printed for a unit. */
function everyForm(source: FilingSource): FilledForm[] {
  const filings = filingsOf(source)
  const powers = filings.map((filing) => powerOfAttorneyOf(source, filing))
  return [...filings, ...powers, costStatementOf(source), receiptOf(source)]
}

/** Both pages of an application, box by box. */
async function boxesOf(source: FilingSource, part = 0) {
  const filing = filingsOf(source)[part]
  if (!filing) throw new Error('no such part')
  const { pages } = await printed(filing)
  const boxes = pages.map(readBoxes)
  const said = (label: string) => boxes.map((page) => besideLabel(page, label)).find((text) => text !== undefined)
  return { pages, said, title: (pages[0]?.text.split('\n')[0] ?? '').replace(/\s/g, '') }
}

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
const lessee = person('박새론', { role: 'seller' })
const lease = {
  lease_deposit: 200_000_000,
  lease_rent: '월 500,000원 (매월 25일)',
  lease_period: '2026년 11월 20일부터 2년',
}
const cancelled = { cancelled_date: '2021-03-02', cancelled_number: '4321' }

/** Type, what is filled in, which of its applications, and what stands in each box. */
const table: readonly [string, Partial<ApplicationValues>, Partial<FilingSource>, number, Record<string, string>][] = [
  [
    'ownership_transfer',
    {},
    {},
    0,
    {
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
  ],
  [
    'ownership_transfer-mortgage_registration',
    {},
    {},
    1,
    {
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
  ],
  [
    'ownership_transfer-mortgage_registration-lease_registration',
    { housing_reg_date: '2026-10-02' },
    {},
    2,
    {
      제목: '민간임대주택부기등기신청',
      '등기원인과 그 연월일': '2026년 10월 2일 민간임대주택 등록',
      '등기의 목적': '소유권에 관한 부기(민간임대주택 등기)',
      신청인: owner,
      '세액 합계': '금 7,200원',
      '부기할 사항':
        '이 주택은 「민간임대주택에 관한 특별법」에 따른 임대의무기간 동안\n임대료 증액기준을 준수하여야 하는 재산임',
    },
  ],
  [
    'ownership_transfer-lease_registration',
    { housing_reg_date: '2026-10-02' },
    {},
    0,
    { 제목: '소유권이전등기신청(매매)', 등기권리자: owner },
  ],
  [
    'mortgage_registration-lease_registration',
    { housing_reg_date: '2026-10-02' },
    {},
    1,
    { 제목: '민간임대주택부기등기신청', 신청인: owner },
  ],
  [
    'mortgage_registration',
    { registration_tax: 660_000 },
    {},
    0,
    {
      제목: '근저당권설정등기신청',
      '등기원인과 그 연월일': '2026년 9월 10일 근저당권설정계약',
      등기의무자: owner,
      등기권리자: bank,
      '세액 합계': '금 792,000원',
    },
  ],
  [
    'mortgage_cancellation',
    cancelled,
    {},
    0,
    {
      제목: '근저당권말소등기신청(해지)',
      '등기원인과 그 연월일': '2026년 9월 10일 해지',
      '등기의 목적': '근저당권설정등기 말소',
      '말소할 등기': '2021년 3월 2일 접수 제4321호로 마친 근저당권설정등기',
      등기의무자: bank,
      등기권리자: owner,
      '세액 합계': '금 7,200원',
    },
  ],
  [
    'lease_registration',
    { ...lease, lease_kind: 'lease' },
    { grantors: [lessee] },
    0,
    {
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
  ],
  [
    'lease_cancellation',
    cancelled,
    { grantors: [lessee] },
    0,
    {
      제목: '임차권말소등기신청(해지)',
      '등기의 목적': '임차권설정등기 말소',
      등기의무자: '박새론',
      등기권리자: owner,
      '말소할 등기': '2021년 3월 2일 접수 제4321호로 마친 임차권설정등기',
    },
  ],
  [
    'inheritance',
    { cause: '협의분할에 의한 상속', deceased: '박여울 (400101-1000001) 가람도 누리군 하늘면 별빛리 7' },
    {},
    0,
    {
      제목: '소유권이전등기신청(협의분할에의한상속)',
      '등기원인과 그 연월일': '2026년 9월 10일 협의분할에 의한 상속',
      '등기의 목적': '소유권 이전',
      피상속인: '박여울 (400101-1000001) 가람도 누리군 하늘면 별빛리 7',
      '등기권리자(상속인)': owner,
    },
  ],
  [
    'division',
    { moved_share: '2번 박새론지분' },
    { grantors: [lessee] },
    0,
    {
      제목: '소유권이전등기신청(공유물분할)',
      '등기의 목적': '2번 박새론지분 전부이전',
      등기의무자: '박새론',
      등기권리자: owner,
    },
  ],
  [
    'other',
    { cause: '신청착오', purpose: '소유권경정' },
    {},
    0,
    {
      제목: '등기신청',
      '등기원인과 그 연월일': '2026년 9월 10일 신청착오',
      '등기의 목적': '소유권경정',
    },
  ],
  ['', { purpose: null }, {}, 0, { 제목: '등기신청', '등기의 목적': '' }],
]

describe('every type of application, read back box by box', () => {
  test.each(table)('%s', async (application_type, own, more, part, expected) => {
    const { said, title, pages } = await boxesOf(filingSource({ ...own, application_type }, more), part)
    const found = Object.fromEntries(
      Object.keys(expected).map((label) => [label, label === '제목' ? title : said(label)]),
    )
    expect(found).toEqual(expected)
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [595, 842],
      [595, 842],
    ])
    expect(pages.flatMap(clashes)).toEqual([])
    for (const page of pages) expect(page.text).toContain('간인')
    expect(pages[1]?.text).toContain('솔빛지방법원 해든등기소 귀중')
    expect(pages[1]?.text.includes('첨부서면 중 같은 것은 먼저 접수되는 소유권이전등기신청서에 첨부함')).toBe(part > 0)
  })
})

test('number, address and share stand beside their party; a corporation by its registration, never its tax number', async () => {
  const { pages } = await boxesOf(filingSource())
  const rows = readBoxes(pages[0]!).filter(({ top }) => top > 480)
  expect(rows.map(({ lines }) => lines.join(' '))).toEqual(
    expect.arrayContaining(['000000-0000001', '900101-1000002', '가람도 솔빛시 해든대로 1']),
  )
  expect(pages.map(({ text }) => text).join()).not.toContain('999-99-99999')
})

describe('what is long', () => {
  const company = '주식회사 해든달빛누리가람하늘별빛온누리부동산개발투자금융지주사'
  const names = ['金가온', '朴새론', '이든', '하람', '도담', '나래', '여울']
  const shares = [14.28, 14.28, 14.28, 14.28, 14.28, 14.28, 14.32]
  const seven = names.map((name, at) => person(name, { share_ratio: shares[at] ?? 0 }))
  const lands = Array.from({ length: 5 }, (_, at) => ({
    ...{ id: String(at), address: `가람도 솔빛시 해든구 달빛동 산 12-${at + 1}`, land_kind: '임야', area: 1204.5 + at },
  }))
  const address = '가람도 솔빛시 해든구 달빛로 12길 34 '.repeat(40).slice(0, 800).trim()
  const type = 'ownership_transfer-mortgage_registration-lease_registration'

  test.each<[string, Partial<FilingSource>]>([
    ['a company of thirty letters', { grantors: [corporation(company, { role: 'seller', business_name: company })] }],
    ['seven owners at 1/7', { grantees: seven }],
    ['five lands', { lands }],
    ['an address of 800 letters', { grantees: [person('김가온', { address })] }],
    ['a name without a blank', { grantees: [person('가'.repeat(100), { address: '나'.repeat(300) })] }],
    [
      'all of it',
      {
        grantees: seven.map((party) => ({ ...party, address })),
        lands,
        grantors: [corporation(company, { role: 'seller' })],
      },
    ],
  ])('%s: nothing is cut, and nothing lies over anything else', async (_, more) => {
    const pdf = await printed(
      ...everyForm(filingSource({ application_type: type, housing_reg_date: '2026-10-02' }, more)),
    )
    expect(pdf.pages.flatMap(clashes)).toEqual([])
    for (const { width, height } of pdf.pages) expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
    expect(pdf.text).not.toContain('〓')
    const letters = pdf.text.replace(/\s/g, '')
    for (const { name, address: whole } of more.grantees ?? []) {
      expect(letters).toContain(name.replace(/\s/g, ''))
      expect(letters).toContain(whole.replace(/\s/g, '').slice(-20))
    }
  })

  test('shares are fractions, and seven owners stand beside their shares', async () => {
    const { pages } = await boxesOf(filingSource({}, { grantees: seven }))
    expect(readBoxes(pages[0]!).some(({ lines }) => lines.filter((line) => line === '7분의 1').length === 7)).toBe(true)
  })

  test('what does not fit its box stands whole on a 별지, and the box says so', async () => {
    const { pages, said } = await boxesOf(filingSource({}, { grantees: [person('김가온', { address })] }))
    expect(pages).toHaveLength(3)
    expect(said('등기권리자')).toBe('김가온')
    expect(pages[0]?.text).toContain('별지 목록 기재와 같음')
    const annex = pages[2]?.text.replace(/\s/g, '') ?? ''
    expect(annex).toContain('[등기권리자]')
    expect(annex).toContain(address.replace(/\s/g, ''))
  })
})

test('forms that say everything of an ordinary unit need no 별지', async () => {
  const pdf = await printed(
    ...everyForm(filingSource({ application_type: 'ownership_transfer-mortgage_registration' })),
  )
  expect(pdf.pages).toHaveLength(8)
  expect(pdf.text).not.toContain('별지 목록')
  expect(pdf.pages.flatMap(clashes)).toEqual([])
})

test('위임장, 비용내역서 and 영수증 say what they must', async () => {
  const { pages } = await printed(...everyForm(filingSource({ application_type: 'mortgage_registration' })))
  const [, , power, costs, receipt] = pages.map((page) => ({
    boxes: readBoxes(page),
    letters: page.text.replace(/\s/g, ''),
  }))
  expect(power?.letters).toContain('모든권한을위임한다.또한복대리인의선임을허락한다.')
  expect(power && besideLabel(power.boxes, '대 리 인')).toBe(
    '법무사 한온결\n사무소 서울특별시 (가상의 주소)\n전화 02-000-0000',
  )
  // Who gives the mortgage signs with the registered seal; the bank with its own.
  expect(power?.letters.match(/\(인감\)/g)).toHaveLength(1)
  expect(costs && besideLabel(costs.boxes, '보수료')).toBe('540,000')
  expect(costs && besideLabel(costs.boxes, '합 계 금 액')).toBe('금칠십칠만사천원정')
  expect(receipt?.letters.match(/금칠십칠만사천원정/g)).toHaveLength(2)
})

test('the same forms are the same bytes, with the letters they need and no more', async () => {
  async function* sets() {
    yield await Promise.resolve(filingsOf(filingSource()))
  }
  const [one, other] = await Promise.all([buffer(writeForms(sets(), document)), buffer(writeForms(sets(), document))])
  expect(one.equals(other)).toBe(true)
  expect(one.length).toBeLessThan(120_000)
})

test('a letter the typeface does not have is 〓, never a gap', async () => {
  const { pages } = await boxesOf(filingSource({}, { grantees: [person('𠮷가온')] }))
  expect(pages[0]?.text).toContain('〓가온')
})

test('a stream nobody reads on ends its thread', async () => {
  let asked = 0
  async function* endless() {
    for (;;) {
      asked += 1
      yield await Promise.resolve(filingsOf(filingSource()))
    }
  }
  const stream = writeForms(endless(), document)
  await new Promise((resolve) => stream.once('data', resolve))
  stream.destroy()
  await new Promise((resolve) => stream.once('close', resolve))
  const then = asked
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(asked).toBe(then)
})
