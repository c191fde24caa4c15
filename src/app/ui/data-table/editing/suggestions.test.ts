import { describe, expect, test } from 'vitest'
import type { RecordDescription } from '#contract/books/field.ts'
import type { CellOption, Column } from '../data-table-props.ts'
import { fitsNothing, highlightOption, suggestOptions } from './suggestions.ts'
import { columnsOf } from '../../../../../tests/support/from-description.ts'

const groups: readonly CellOption[] = [
  { value: 'a', label: '솔빛마을 1단지', note: '한빛신탁' },
  { value: 'b', label: '솔빛마을 2단지', note: '미래신탁' },
  { value: 'c', label: '가람동' },
]

function column(kind: 'reference' | 'text' | 'enum', options: readonly CellOption[] = groups): Column {
  const description: RecordDescription = {
    name: 'x',
    label: 'x',
    groups: {},
    fields: [{ key: 'field', label: '항목', kind, group: 'basic' }],
  }
  const [made] = columnsOf(description, { field: { options: () => options } })
  if (!made) throw new Error('no column')
  return made
}

function labels(typed: string, kind: 'reference' | 'text' = 'reference'): string[] | undefined {
  return suggestOptions(column(kind), typed, null)?.options.map((option) => String(option.value))
}

describe('what a list offers', () => {
  test('초성, half-typed syllables and the second line match', () => {
    expect(labels('ㅅㅂ')).toEqual(['a', 'b'])
    expect(labels('ㅎㅄㅌ')).toEqual(['a'])
    expect(labels('가라')).toEqual(['c'])
    expect(labels('미래')).toEqual(['b'])
    expect(labels('없는')).toEqual([])
  })

  test('a name that begins with what was typed stands before another that has it beside it', () => {
    const namesakes: readonly CellOption[] = [{ value: 'x', label: '다온', note: '가람신탁' }, ...groups]
    const list = suggestOptions(column('reference', namesakes), '가람', null)
    expect(list?.options.map(({ value }) => value)).toEqual(['c', 'x'])
  })

  test('Enter takes only the record that was named in full, and the current value while nothing is typed', () => {
    expect(suggestOptions(column('reference'), '솔빛', null)?.highlighted).toBe(-1)
    expect(suggestOptions(column('reference'), '가람', null)?.highlighted).toBe(-1)
    expect(suggestOptions(column('reference'), 'ㄱㄹㄷ', null)?.highlighted).toBe(-1)
    expect(suggestOptions(column('reference'), '솔빛마을 2단지', null)?.highlighted).toBe(0)
    const twice = [...groups, { value: 'd', label: '가람동', note: '부산' }]
    expect(suggestOptions(column('reference', twice), '가람동', null)?.highlighted).toBe(-1)
    expect(suggestOptions(column('reference'), '', 'b')?.highlighted).toBe(1)
    expect(suggestOptions(column('reference'), '', null)?.highlighted).toBe(-1)
  })

  test('of the few words of an enum the only one left is meant', () => {
    expect(suggestOptions(column('enum'), '가', null)?.highlighted).toBe(0)
    expect(suggestOptions(column('enum'), '솔', null)?.highlighted).toBe(-1)
  })

  test('free text is only suggested to: nothing while empty, nothing highlighted, not what stands there already', () => {
    expect(suggestOptions(column('text'), '', null)).toBeNull()
    expect(suggestOptions(column('text'), '솔빛', null)?.highlighted).toBe(-1)
    expect(suggestOptions(column('text'), '가람동', null)).toBeNull()
  })

  test('the highlight stops at the ends', () => {
    const list = suggestOptions(column('reference'), '', 'a')
    if (!list) throw new Error('no list')
    expect(highlightOption(list, -1).highlighted).toBe(0)
    expect(highlightOption(list, 8).highlighted).toBe(2)
    expect(highlightOption({ options: [], highlighted: -1 }, 1).highlighted).toBe(-1)
  })

  test('a thousand options are cut to fifty', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ value: `${index}`, label: `솔빛 ${index}` }))
    expect(suggestOptions(column('reference', many), '솔빛', null)?.options).toHaveLength(50)
  })
})

describe('making what is not there yet', () => {
  const noted = (typed: string, current: string | null = null) =>
    suggestOptions({ ...column('reference'), maker: { noun: '사업구간', make: async () => null } }, typed, current)

  test('the last line makes a record, named by what was typed unless one has that name', () => {
    expect(noted('')?.options.at(-1)).toMatchObject({ label: '새 사업구간 만들기', makes: '' })
    expect(noted('솔빛')?.options.at(-1)).toMatchObject({ label: "새 사업구간 '솔빛' 만들기", makes: '솔빛' })
    expect(noted('가람동')?.options.at(-1)).toMatchObject({ label: '새 사업구간 만들기', makes: '' })
  })

  test('no Enter takes it that an arrow did not lead to', () => {
    expect(noted('없는')).toMatchObject({ options: [{ makes: '없는' }], highlighted: -1 })
    expect(noted('')?.highlighted).toBe(-1)
    expect(noted('솔빛')?.highlighted).toBe(-1)
    expect(noted('가람동')?.highlighted).toBe(0)
    const list = noted('없는')
    expect(list && highlightOption(list, 1).highlighted).toBe(0)
    expect(list && fitsNothing(list)).toBe(true)
  })
})
