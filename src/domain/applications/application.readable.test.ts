import { expect, test } from 'vitest'
import { formatReadable } from './application.ts'

const party = {
  id: 'p',
  party_kind: 'person',
  role: null,
  name: '박새론',
  num_masked: '900101-1******',
  position: null,
  address: '가람도 솔빛시',
  business_name: null,
  business_num: null,
  business_owner_name: null,
  share_ratio: 50,
}

test('shows type, parties and lands of an application as text without codes and ids', () => {
  const parties = JSON.stringify([party, { ...party, name: '이든', num_masked: null, address: '' }])
  expect(formatReadable('parties', parties)).toBe('박새론 900101-1****** 가람도 솔빛시 50%, 이든 50%')
  const typed = JSON.stringify([{ ...party, share_ratio: 42.86, share_fraction: '3/7' }])
  expect(formatReadable('parties', typed)).toBe('박새론 900101-1****** 가람도 솔빛시 3/7')
  expect(formatReadable('application_type', 'ownership_transfer-mortgage_registration')).toBe('소유권이전+근저당권설정')
  const lands = [
    { id: 'l', address: '달빛동 1-1', land_kind: '대', area: 120.5 },
    { id: 'm', address: '달빛동 1-2', land_kind: null, area: null },
  ]
  expect(formatReadable('lands', JSON.stringify(lands))).toBe('달빛동 1-1 대 120.5㎡, 달빛동 1-2')
  expect(formatReadable('lands', '[]')).toBe('없음')
})

test('leaves anything else unchanged', () => {
  expect(formatReadable('parties', 'a plain client’s text')).toBe('a plain client’s text')
  expect(formatReadable('lands', '{"address":"달빛동"}')).toBe('{"address":"달빛동"}')
})
