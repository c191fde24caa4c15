import { expect, test } from 'vitest'
import { officialDocuments } from '#contract/addresses/address-tasks.ts'
import {
  createDocumentOwner,
  createDocumentSource,
  createSevenOwners,
  createSurveyLand,
} from '#tests/support/documents/document-sources.ts'
import { buildOfficialDocument } from './official-document.ts'

test.each(officialDocuments)('$label of a complete address has nothing missing', ({ value }) => {
  expect(buildOfficialDocument(value, createDocumentSource()).missing).toEqual([])
})

const emptySource = createDocumentSource({
  owners: [],
  lands: [],
  project: '',
  developer: null,
  manager: null,
  details: {},
  office: { ...createDocumentSource().office, account: '' },
  address: {
    ...createDocumentSource().address,
    owner_name: null,
    regi_office: '해든등기소',
    deposit_number: null,
    fees: null,
    fees_vat: null,
    proof: null,
    tax: null,
    stamp: null,
  },
})

test.each([
  [
    'compensation_consultation',
    ['수신', '공익사업의 명칭', '협의기간', '협의장소', '협의방법', '보상의 시기', '보상금액', '사업시행자'],
  ],
  [
    'deposit',
    [
      '법령조항',
      '공탁자',
      '공탁자 주소',
      '공탁자 전화번호',
      '피공탁자',
      '보관은행',
      '공탁원인사실',
      '공탁원인사실',
      '공탁원인사실',
      '공탁원인사실',
      '공탁소',
      '공탁금액',
      '공탁자 주민등록번호(법인등록번호)',
    ],
  ],
  [
    'deposit_notice',
    [
      '공탁번호',
      '법령조항',
      '공탁자',
      '공탁자 주소',
      '공탁자 전화번호',
      '피공탁자',
      '보관은행',
      '공탁원인사실',
      '공탁원인사실',
      '공탁원인사실',
      '공탁원인사실',
      '공탁소',
      '공탁금액',
    ],
  ],
  ['cost_claim', ['수신', '참조', '제목', '소유자', '청구금액', '입금계좌']],
] as const)('%s of an empty address lists every box', (type, boxes) => {
  const { forms, missing } = buildOfficialDocument(type, emptySource)
  expect(missing.map(({ box }) => box)).toEqual(boxes)
  expect(forms).toHaveLength(1)
  expect(JSON.stringify(forms)).not.toMatch(/undefined|null|NaN/)
})

test("makes one sheet per owner, with the owner's part of the amount", () => {
  const { forms } = buildOfficialDocument(
    'compensation_consultation',
    createDocumentSource({ owners: createSevenOwners() }),
  )
  expect(forms.map(({ texts }) => texts['total'])).toEqual([
    ...Array.from({ length: 7 }, () => '금6,000,000원(금육백만원)'),
  ])
  expect(
    buildOfficialDocument('deposit_notice', createDocumentSource({ owners: createSevenOwners() })).forms,
  ).toHaveLength(7)
  expect(buildOfficialDocument('deposit', createDocumentSource({ owners: createSevenOwners() })).forms).toHaveLength(1)
})

test("only 공탁서 contains people's numbers, in full or not at all", () => {
  for (const { value } of officialDocuments) {
    const { forms } = buildOfficialDocument(value, createDocumentSource())
    expect(JSON.stringify(forms).includes('900101'), value).toBe(value === 'deposit')
  }
  const masked = buildOfficialDocument(
    'deposit',
    createDocumentSource({ owners: [createDocumentOwner('김가온', { num: null })] }),
  )
  expect(JSON.stringify(masked.forms)).not.toContain('*')
  expect(masked.missing).toEqual([
    { box: '피공탁자 주민등록번호(법인등록번호)', words: '김가온의 주민등록번호(법인등록번호)를 입력해 주세요.' },
  ])
})

test("reports a recorded amount that differs from the computed one, since it can't be corrected later", () => {
  const address = { ...createDocumentSource().address, deposit_amount: 41_000_000 }
  const { forms, missing } = buildOfficialDocument('deposit', createDocumentSource({ address }))
  expect(forms[0]?.texts['amount_in_words']).toBe('금사천일백만원정')
  expect(missing).toEqual([
    {
      box: '공탁금액',
      words: '주소의 공탁금액 41,000,000원이 보상액 합계 42,000,000원과 다릅니다. 공탁금액은 정정할 수 없습니다.',
    },
  ])
  expect(
    buildOfficialDocument('deposit', createDocumentSource({ lands: [createSurveyLand({ unit_price: null })] })).missing,
  ).toEqual([{ box: '공탁금액', words: '공탁금액, 또는 토지의 편입면적과 단가를 입력해 주세요.' }])
})

test('reports a consultation period of less than thirty days', () => {
  const readPeriod = (consultationTo: string) =>
    buildOfficialDocument(
      'compensation_consultation',
      createDocumentSource({ details: { ...createDocumentSource().details, consultation_to: consultationTo } }),
    ).missing
  expect(readPeriod('2026-12-30')).toEqual([])
  expect(readPeriod('2026-12-29')).toEqual([
    { box: '협의기간', words: '협의기간이 29일입니다. 특별한 사유가 없으면 30일 이상이어야 합니다.' },
  ])
})

test('the reason for the deposit follows the item of the law', () => {
  const details = { ...createDocumentSource().details, deposit_ground: 'unknown_holder' as const }
  const texts = buildOfficialDocument('deposit', createDocumentSource({ details })).forms[0]?.texts
  expect(texts?.['law']).toBe('「공익사업을 위한 토지 등의 취득 및 보상에 관한 법률」 제40조제2항제2호')
  expect(texts?.['cause']).toBe(
    '공탁자는 가온–솔빛 고속도로 제1공구의 사업시행자로서 가람도 솔빛시 해든구 달빛동 123-4에 대하여 2026년 10월 1일 중앙토지수용위원회의 수용재결(수용개시일 2026년 11월 30일)에 따른 손실보상금을 지급하고자 하였으나, 사업시행자의 과실 없이 보상금을 받을 자를 알 수 없으므로 「공익사업을 위한 토지 등의 취득 및 보상에 관한 법률」 제40조제2항제2호에 따라 공탁합니다.',
  )
})
