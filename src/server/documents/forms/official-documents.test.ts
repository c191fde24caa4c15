import { expect, test } from 'vitest'
import { officialDocuments } from '#contract/addresses/address-tasks.ts'
import { buildOfficialDocument } from '#domain/official-documents/official-document.ts'
import {
  createDocumentOwner,
  createDocumentSource,
  createFiveLands,
  createSevenOwners,
} from '#tests/support/documents/document-sources.ts'
import { printForms } from '#tests/support/documents/print-forms.ts'
import { findClashes, findTextNextTo, readBoxes } from '#tests/support/documents/read-boxes.ts'

async function printDocument(
  type: Parameters<typeof buildOfficialDocument>[0],
  overrides?: Parameters<typeof createDocumentSource>[0],
) {
  const pdf = await printForms(...buildOfficialDocument(type, createDocumentSource(overrides)).forms)
  const boxes = pdf.pages.map(readBoxes)
  return {
    ...pdf,
    textIn: (label: string) => boxes.map((page) => findTextNextTo(page, label)).find((text) => text !== undefined),
    /** The texts right of a label, in line order. */
    textsRightOf: (label: string) => {
      const [page] = boxes
      const at = page?.find(({ lines }) => lines.join('').replace(/\s/g, '') === label)
      return page
        ?.filter(({ top, left }) => at && Math.abs(top - at.top) < 2 && left > at.left)
        .map(({ lines }) => lines.join('\n'))
    },
    letters: pdf.text.replace(/\s/g, ''),
  }
}

const law = '「공익사업을 위한 토지 등의\n취득 및 보상에 관한 법률」\n제40조제2항제1호'

test('prints every box of 공탁서 제1-1호', async () => {
  const { pages, textIn, textsRightOf, letters } = await printDocument('deposit')
  expect(pages).toHaveLength(1)
  expect(letters).toContain('금전공탁서(변제등)')
  expect(textsRightOf('공탁번호')).toEqual(['2026년 금 제1234호', '신 청 일', '2026년 11월 20일', '법령조항', law])
  expect(textsRightOf('성명(상호,명칭)')).toEqual(['가상도로공사', '성 명\n(상호, 명칭)', '김가온'])
  expect(textsRightOf('주민등록번호(법인등록번호)')).toEqual([
    '000000-0000001',
    '주민등록번호\n(법인등록번호)',
    '900101-1000002',
  ])
  expect(textsRightOf('전화번호')?.[0]).toBe('02-000-0000')
  expect(textsRightOf('주소(본점,주사무소)')?.[0]).toBe('가람도 솔빛시 해든대로 7')
  expect(textsRightOf('공탁금액')).toEqual([
    '한글 금사천이백만원정\n숫자 42,000,000원',
    '보관은행',
    '해든은행 달빛지점',
  ])
  expect(textIn('공탁원인사실')?.replace(/\s/g, '')).toContain('피공탁자가그수령을거절하므로')
  expect(textIn('비 고\n(첨부서류 등)')).toContain('6. 공탁통지서 1통')
  for (const expected of [
    '계좌납입신청',
    '위와같이신청합니다.',
    '이공탁수리결정의효력이상실됩니다.',
    '솔빛지방법원공탁계공탁관(인)',
  ])
    expect(letters).toContain(expected)
  expect(letters).toContain('대리인주소서울특별시(가상의주소)전화번호02-000-0000성명법무사한온결')
})

test('공탁통지서 goes to each owner, without a number', async () => {
  const { pages, textsRightOf, letters } = await printDocument('deposit_notice', {
    owners: [createDocumentOwner('김가온', { share: '2분의 1' }), createDocumentOwner('박새론', { share: '2분의 1' })],
  })
  expect(pages).toHaveLength(2)
  expect(textsRightOf('성명(상호,명칭)')).toEqual(['가상도로공사', '성 명\n(상호, 명칭)', '김가온 2분의 1'])
  expect(pages[1]?.text).toContain('박새론 귀하')
  expect(letters).not.toContain('900101')
  expect(letters).toContain('10년이내에청구하지않으면')
})

test('보상협의요청서 has the contents required by 시행령 제8조제1항', async () => {
  const { pages, textIn, letters } = await printDocument('compensation_consultation', { lands: createFiveLands() })
  expect(pages).toHaveLength(1)
  expect(
    Object.fromEntries(
      ['수신 (성명)', '공익사업의 명칭', '협 의 기 간', '협 의 장 소', '합 계'].map((label) => [label, textIn(label)]),
    ),
  ).toEqual({
    '수신 (성명)': '김가온 귀하',
    '공익사업의 명칭': '가온–솔빛 고속도로 제1공구',
    '협 의 기 간': '2026년 12월 1일부터 2026년 12월 31일까지',
    '협 의 장 소': '가상도로공사 보상1부',
    '합 계': '금578,725,000원(금오억칠천팔백칠십이만오천원)',
  })
  expect(letters).toContain('산12-5임야330.7350,000115,745,000')
  expect(letters).toContain('사업시행자가상도로공사(인)')
})

test('비용청구 공문 has letterhead, number, items in won and 끝.', async () => {
  const { pages, textIn, letters } = await printDocument('cost_claim')
  expect(pages).toHaveLength(1)
  expect(textIn('소유자')).toBe('김가온')
  expect([textIn('보수료'), textIn('증지·인지'), textIn('합계')]).toEqual(['300,000', '18,000', '353,000'])
  for (const expected of [
    '문서번호온결법무2026-0001호',
    '시행일자2026.11.20.',
    '수신가상도로공사',
    '참조보상1부박새론과장',
    '3.청구금액:금353,000원(금삼십오만삼천원)',
    '2.세금계산서1부.끝.',
    '법무사한온결(직인)',
  ])
    expect(letters).toContain(expected)
})

test.each(officialDocuments)(
  '$label with seven owners and five lands fits without cut or overlapping text',
  async ({ value }) => {
    const address = '가람도 솔빛시 해든구 달빛로 12길 34 '.repeat(8).trim()
    const owners = createSevenOwners().map((owner) => ({ ...owner, address }))
    const ownerName = '金가온 외 6명'
    const { pages, letters } = await printDocument(value, {
      owners,
      lands: createFiveLands(),
      address: { ...createDocumentSource().address, owner_name: ownerName },
    })
    expect(pages.flatMap(findClashes)).toEqual([])
    for (const { width, height } of pages) expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
    expect(letters).not.toContain('〓')
    if (value === 'cost_claim') return
    for (const { name } of owners) expect(letters).toContain(name.replace(/\s/g, ''))
    expect(letters).toContain(address.replace(/\s/g, ''))
  },
)
