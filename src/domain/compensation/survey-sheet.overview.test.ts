import { expect, test } from 'vitest'
import { summarizeSurvey } from './survey-sheet.ts'

const land = {
  id: 'l',
  address: '누리군 하늘면',
  lot: '1-1',
  land_kind: '답',
  area: 100,
  taken_area: 12.5,
  unit_price: 1000,
  compensation: null,
  interested: null,
}
const owner = { id: 'o', name: '박새론', num_masked: null, address: '누리군', share: null }

test('shows the totals of a survey and what each address lacks before it is made', () => {
  const { total, incomplete } = summarizeSurvey([
    {
      address: { id: 'a', jibun: '누리군 하늘면 1-1', owner_name: null },
      owners: [owner],
      lands: [land],
      buildings: [],
    },
    {
      address: { id: 'b', jibun: '누리군 하늘면 2', owner_name: null },
      owners: [owner],
      lands: [{ ...land, lot: '2', unit_price: null }],
      buildings: [],
    },
    { address: { id: 'c', jibun: '누리군 하늘면 3', owner_name: null }, owners: [], lands: [], buildings: [] },
  ])
  expect(total).toMatchObject({ lands: 2, amount: 12_500, withoutAmount: 1 })
  expect(incomplete).toEqual([
    { id: 'b', name: '누리군 하늘면 2', messages: ['2 답 : 단가를 입력해 주세요.'] },
    {
      id: 'c',
      name: '누리군 하늘면 3',
      messages: ['토지와 건물 정보가 없습니다. 토지 탭에서 필지를 추가해 주세요.'],
    },
  ])
})
