import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { FilingSource } from '#domain/filings/filing.ts'
import { listFilings } from '#domain/filings/list-filings.ts'
import { createCorporation, createFilingSource, createPerson } from '#tests/support/documents/filing-sources.ts'
import {
  buildAllForms,
  formsDocument,
  printFiling,
  printForms,
  yieldOneSet,
} from '#tests/support/documents/print-forms.ts'
import { findClashes, findTextNextTo, readBoxes } from '#tests/support/documents/read-boxes.ts'
import { writeForms } from './write-forms.ts'

test('prints the registration number of a corporation next to it, and never its tax number', async () => {
  const { pages, boxes } = await printFiling(createFilingSource())
  const rows = boxes.filter(({ top }) => top > 480)
  expect(rows.map(({ lines }) => lines.join(' '))).toEqual(
    expect.arrayContaining(['000000-0000001', '900101-1000002', '가람도 솔빛시 해든대로 1']),
  )
  expect(pages.map(({ text }) => text).join()).not.toContain('999-99-99999')
})

describe('long texts', () => {
  const company = '주식회사 해든달빛누리가람하늘별빛온누리부동산개발투자금융지주사'
  const names = ['金가온', '朴새론', '이든', '하람', '도담', '나래', '여울']
  const shares = [14.28, 14.28, 14.28, 14.28, 14.28, 14.28, 14.32]
  const seven = names.map((name, index) => createPerson(name, { share_ratio: shares[index] ?? 0 }))
  const lands = Array.from({ length: 5 }, (_, index) => ({
    id: String(index),
    address: `가람도 솔빛시 해든구 달빛동 산 12-${index + 1}`,
    land_kind: '임야',
    area: 1204.5 + index,
  }))
  const address = '가람도 솔빛시 해든구 달빛로 12길 34 '.repeat(40).slice(0, 800).trim()
  const type = 'ownership_transfer-mortgage_registration-lease_registration'

  test.each<[string, Partial<FilingSource>]>([
    [
      'a company of thirty letters',
      { grantors: [createCorporation(company, { role: 'seller', business_name: company })] },
    ],
    ['seven owners at 1/7', { grantees: seven }],
    ['five lands', { lands }],
    ['an address of 800 letters', { grantees: [createPerson('김가온', { address })] }],
    ['a name without a space', { grantees: [createPerson('가'.repeat(100), { address: '나'.repeat(300) })] }],
    [
      'all of these',
      {
        grantees: seven.map((party) => ({ ...party, address })),
        lands,
        grantors: [createCorporation(company, { role: 'seller' })],
      },
    ],
  ])('%s: no text is cut off or overlaps', async (_, overrides) => {
    const pdf = await printForms(
      ...buildAllForms(createFilingSource({ application_type: type, housing_reg_date: '2026-10-02' }, overrides)),
    )
    expect(pdf.pages.flatMap(findClashes)).toEqual([])
    for (const { width, height } of pdf.pages) expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
    expect(pdf.text).not.toContain('〓')
    const letters = pdf.text.replace(/\s/g, '')
    for (const { name, address: whole } of overrides.grantees ?? []) {
      expect(letters).toContain(name.replace(/\s/g, ''))
      expect(letters).toContain(whole.replace(/\s/g, '').slice(-20))
    }
  })

  test('numbers of lands are aligned below each other', async () => {
    const { pages } = await printFiling(createFilingSource({}, { lands }))
    const places = pages[0]?.pieces ?? []
    const findLeft = (number: number) => places.find(({ text }) => text.startsWith(`${number}. 가람도`))?.x ?? 0
    const first = places.find(({ text }) => text.startsWith('토지의 표시 : 1.'))
    // `토지의 표시 : ` is 5.925 times the font size wide.
    for (const number of [2, 3, 4, 5])
      expect(Math.abs(findLeft(number) - (first?.x ?? 0) - 5.925 * (first?.size ?? 0))).toBeLessThan(1)
  })

  test('shares are fractions, and seven owners are next to their shares', async () => {
    const { boxes } = await printFiling(createFilingSource({}, { grantees: seven }))
    expect(boxes.some(({ lines }) => lines.filter((line) => line === '7분의 1').length === 7)).toBe(true)
  })

  test('text that does not fit its box is complete on a 별지, and the box refers to it', async () => {
    const { pages, textIn } = await printFiling(
      createFilingSource({}, { grantees: [createPerson('김가온', { address })] }),
    )
    expect(pages).toHaveLength(3)
    expect(textIn('등기권리자')).toBe('김가온')
    expect(pages[0]?.text).toContain('별지 목록 기재와 같음')
    const annex = pages[2]?.text.replace(/\s/g, '') ?? ''
    expect(annex).toContain('[등기권리자]')
    expect(annex).toContain(address.replace(/\s/g, ''))
  })
})

test('complete forms of an ordinary unit need no 별지', async () => {
  const pdf = await printForms(
    ...buildAllForms(createFilingSource({ application_type: 'ownership_transfer-mortgage_registration' })),
  )
  expect(pdf.pages).toHaveLength(8)
  expect(pdf.text).not.toContain('별지 목록')
  expect(pdf.pages.flatMap(findClashes)).toEqual([])
})

const mortgage = { application_type: 'mortgage_registration', registration_tax: 660_000 }

test('비용내역서 and 영수증 leave the sum blank when a tax is unknown', async () => {
  const source = createFilingSource({ ...mortgage, registration_tax: null })
  const { pages } = await printForms(...buildAllForms(source))
  const [costs, receipt] = pages.slice(3)
  const boxes = costs ? readBoxes(costs) : []
  expect([findTextNextTo(boxes, '보수료'), findTextNextTo(boxes, '합 계 금 액')]).toEqual(['540,000', '금 원'])
  expect(receipt?.text.replace(/\s/g, '')).not.toMatch(/금칠십|₩/)
})

test('위임장, 비용내역서 and 영수증 have the required contents', async () => {
  const { pages } = await printForms(...buildAllForms(createFilingSource(mortgage)))
  const [, , power, costs, receipt] = pages.map((page) => ({
    boxes: readBoxes(page),
    letters: page.text.replace(/\s/g, ''),
  }))
  expect(power?.letters).toContain('모든권한을위임한다.또한복대리인의선임을허락한다.')
  expect(power && findTextNextTo(power.boxes, '대 리 인')).toBe(
    '법무사 한온결\n사무소 서울특별시 (가상의 주소)\n전화 02-000-0000',
  )
  // The mortgagor signs with the registered stamp, the bank with its own.
  expect(power?.letters.match(/\(인감\)/g)).toHaveLength(1)
  expect(costs && findTextNextTo(costs.boxes, '보수료')).toBe('540,000')
  expect(costs && findTextNextTo(costs.boxes, '합 계 금 액')).toBe('금일백사십삼만사천원정')
  expect(receipt?.letters.match(/금일백사십삼만사천원정/g)).toHaveLength(2)
})

test('an heir is 등기권리자 (상속인) on 위임장 too, without a broken word', async () => {
  const source = createFilingSource({ application_type: 'inheritance' })
  const { pages } = await printForms(...buildAllForms(source).filter(({ form }) => form === 'power_of_attorney'))
  const boxes = pages.flatMap(readBoxes)
  expect(boxes.map(({ lines }) => lines)).toContainEqual(['등기권리자', '(상속인)'])
})

test('equal forms give equal bytes, with only the letters they need', async () => {
  const yieldSets = () => yieldOneSet(listFilings(createFilingSource()))
  const [pdf, other] = await Promise.all([
    buffer(writeForms(yieldSets(), formsDocument)),
    buffer(writeForms(yieldSets(), formsDocument)),
  ])
  expect(pdf.equals(other)).toBe(true)
  expect(pdf.length).toBeLessThan(120_000)
})

test('prints a missing letter as 〓, never as a gap', async () => {
  const { pages } = await printFiling(createFilingSource({}, { grantees: [createPerson('𠮷가온')] }))
  expect(pages[0]?.text).toContain('〓가온')
})

test('a stream that nobody reads ends its thread', async () => {
  let yielded = 0
  async function* yieldEndlessly() {
    for (;;) {
      yielded += 1
      yield await Promise.resolve(listFilings(createFilingSource()))
    }
  }
  const stream = writeForms(yieldEndlessly(), formsDocument)
  await new Promise((resolve) => stream.once('data', resolve))
  stream.destroy()
  await new Promise((resolve) => stream.once('close', resolve))
  const then = yielded
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(yielded).toBe(then)
})
