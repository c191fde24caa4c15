import { expect, test } from 'vitest'
import type { PrintTable } from '#app/ui/print/print-sheet.ts'
import type { PrintedEntry, RegisterPrint } from '#contract/register/register.ts'
import { buildRegisterPrint } from './register-print.ts'

function makeEntry(serial: number, values: Partial<PrintedEntry>): PrintedEntry {
  return {
    id: `01990000-0000-7000-8000-00000000000${serial}`,
    serial,
    month: 1,
    mandated_on: '2026-01-05',
    matter: '소유권이전',
    fee: 300_000,
    clients: '김가온',
    client_address: '가람도 솔빛시 해든구 달빛동 12-3',
    verification: '주민등록증',
    closed_on: null,
    remark: '',
    is_cancelled: false,
    ...values,
  }
}

const register: RegisterPrint = {
  year: 2026,
  month: null,
  entries: [
    makeEntry(1, {}),
    makeEntry(2, { clients: '박새론 (1980. 3. 1.) 외 2명', is_cancelled: true, remark: '2월 이상' }),
    makeEntry(3, { month: 2, fee: null, closed_on: '2026-03-02' }),
  ],
  months: [
    { month: 1, count: 1, fees: 300_000, total_count: 1, total_fees: 300_000, is_closed: true, log: [] },
    { month: 2, count: 1, fees: 0, total_count: 2, total_fees: 300_000, is_closed: false, log: [] },
  ],
  corrections: [],
}

const readTable = (block: unknown) => block as PrintTable

test('prints the columns of the form, with 월계 and 누계 after the entries of each month', () => {
  const { title, orientation, blocks } = buildRegisterPrint(register, '김가온')
  const [table] = blocks.map(readTable)
  expect([title, orientation, blocks.length]).toEqual(['2026년 사건부', 'landscape', 1])
  expect(table?.columns.map(({ label }) => label)).toEqual([
    '일련번호',
    '위임받은 연월일',
    '사건명',
    '보수액',
    '위임인 성명',
    '위임인 주소',
    '위임인 확인방법',
    '종결일자',
    '비고',
  ])
  expect(table?.rows.map((row) => row.slice(0, 4))).toEqual([
    ['1', '2026.01.05', '소유권이전', '300,000'],
    ['2', '2026.01.05', '소유권이전', '300,000'],
    ['', '1월 월계', '1건', '300,000'],
    ['', '1월 누계', '1건', '300,000'],
    ['3', '2026.01.05', '소유권이전', ''],
    ['', '2월 월계', '1건', '0'],
    ['', '2월 누계', '2건', '300,000'],
  ])
  expect([...(table?.sumRows ?? [])]).toEqual([2, 3, 5, 6])
  expect(table?.rows[1]?.at(-1)).toBe('취소, 2월 이상')
})

test('a month names itself, and corrections follow with the value before and after', () => {
  const correction = {
    id: '01990000-0000-7000-8000-00000000000a',
    entry_id: '01990000-0000-7000-8000-000000000001',
    year: 2026,
    serial: 1,
    user_name: '이든',
    reason: '영수증과 다름',
    at: '2026-02-03T01:00:00.000Z',
  }
  const { title, blocks } = buildRegisterPrint(
    {
      ...register,
      month: 1,
      corrections: [
        { ...correction, field: 'fee', old_value: '300000', new_value: '350000' },
        { ...correction, field: 'verification', old_value: null, new_value: 'passport' },
      ],
    },
    '김가온',
  )
  expect(title).toBe('2026년 1월 사건부')
  expect(readTable(blocks[1]).rows).toEqual([
    ['1', '보수액', '300,000', '350,000', '영수증과 다름', '이든', '2026.02.03 10:00'],
    ['1', '위임인 확인방법', '(없음)', '여권', '영수증과 다름', '이든', '2026.02.03 10:00'],
  ])
})
