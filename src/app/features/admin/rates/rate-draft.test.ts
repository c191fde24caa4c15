import { expect, test } from 'vitest'
import { readStartingRates } from '#tests/support/servers/starting-rates.ts'
import { createRateDraft, readRateDraft } from './rate-draft.ts'

test('reads back the displayed rates of a new database unchanged', () => {
  for (const { kind, data } of readStartingRates())
    expect(readRateDraft(kind, createRateDraft(kind, data))).toEqual({ ok: true, data })
})

const fees = readStartingRates().findLast(({ kind }) => kind === 'registration_fee')
const stamps = readStartingRates().find(({ kind }) => kind === 'stamp_duty')

test('reads amounts as other fields do, and an empty fee as not available', () => {
  const draft = {
    ...createRateDraft('registration_fee', fees?.data ?? {}),
    other: { paper: '5천', eform: '', electronic: ' 1,000원' },
  }
  expect(readRateDraft('registration_fee', draft)).toMatchObject({
    ok: true,
    data: { other: { paper: 5000, eform: null, electronic: 1000 } },
  })
})

test('reports every unreadable value at its field', () => {
  const amounts = [
    { up_to: '많이', percent: '', base: '' },
    { up_to: '', percent: '0.1%', base: '0' },
  ]
  const read = readRateDraft('stamp_duty', { ...createRateDraft('stamp_duty', stamps?.data ?? {}), amounts })
  expect(read).toEqual({
    ok: false,
    errors: {
      'amounts.0.up_to': expect.stringContaining('250,000'),
      'amounts.0.percent': '숫자로 입력해 주세요.',
      'amounts.0.base': '금액을 입력해 주세요.',
    },
  })
})

test('reports lines out of order at their table', () => {
  const makeLine = (up_to: string) => ({ up_to, percent: '0', base: '0' })
  const read = readRateDraft('stamp_duty', {
    amounts: [makeLine('3천만'), makeLine('1천만'), makeLine('')],
    house_exempt: '1억',
  })
  expect(read).toMatchObject({ ok: false, errors: { amounts: expect.stringContaining('작은 것부터') } })
})
