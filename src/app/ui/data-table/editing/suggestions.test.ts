import { describe, expect, test } from 'vitest'
import type { RecordDescription } from '#contract/books/field.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import type { CellOption, Column } from '../data-table-props.ts'
import {
  continueOptions,
  createChoicePrompt,
  describeMatches,
  hasAnyOption,
  hasNoMatch,
  highlightOption,
  suggestOptions,
} from './suggestions.ts'

const groups: readonly CellOption[] = [
  { value: 'a', label: '솔빛마을 1단지', note: '한빛신탁' },
  { value: 'b', label: '솔빛마을 2단지', note: '미래신탁' },
  { value: 'c', label: '가람동' },
]

function makeColumn(kind: 'reference' | 'text' | 'enum', options: readonly CellOption[] = groups): Column {
  const description: RecordDescription = {
    name: 'x',
    label: 'x',
    groups: {},
    fields: [{ key: 'field', label: '항목', kind, group: 'basic' }],
  }
  const [made] = buildVisibleColumns(description, { field: { options: () => options } })
  if (!made) throw new Error('no column')
  return made
}

function listLabels(typed: string, kind: 'reference' | 'text' = 'reference'): string[] | undefined {
  return suggestOptions(makeColumn(kind), typed, null)?.options.map((option) => String(option.value))
}

describe('what a list offers', () => {
  test('matches by 초성, half-typed syllables and the second line', () => {
    expect(listLabels('ㅅㅂ')).toEqual(['a', 'b'])
    expect(listLabels('ㅎㅄㅌ')).toEqual(['a'])
    expect(listLabels('가라')).toEqual(['c'])
    expect(listLabels('미래')).toEqual(['b'])
    expect(listLabels('없는')).toEqual([])
  })

  test('ranks a name that begins with the text above one that has it in its second line', () => {
    const sameLabel: readonly CellOption[] = [{ value: 'x', label: '다온', note: '가람신탁' }, ...groups]
    const list = suggestOptions(makeColumn('reference', sameLabel), '가람', null)
    expect(list?.options.map(({ value }) => value)).toEqual(['c', 'x'])
  })

  test.each(['reference', 'enum'] as const)(
    'for %s Enter takes the option named in full or the only one containing the text',
    (kind) => {
      const findBestValue = (typed: string, options = groups, current: string | null = null) =>
        suggestOptions(makeColumn(kind, options), typed, current)?.highlighted
      expect(findBestValue('솔빛마을 2단지')).toBe(0)
      expect(findBestValue('가람')).toBe(0)
      expect(findBestValue('ㄱㄹㄷ')).toBe(0)
      expect(findBestValue('솔빛')).toBe(-1)
      expect(findBestValue('가람동', [...groups, { value: 'd', label: '가람동', note: '부산' }])).toBe(-1)
      // 미래신탁 is the trustee of 솔빛마을 2단지; typing it doesn't name the group.
      expect(findBestValue('미래')).toBe(-1)
    },
  )

  test('Enter takes the current value while nothing is typed', () => {
    expect(suggestOptions(makeColumn('reference'), '', 'b')?.highlighted).toBe(1)
    expect(suggestOptions(makeColumn('reference'), '', null)?.highlighted).toBe(-1)
  })

  test('the first press with several matches highlights the first one and gives their number', () => {
    const severalColumn = makeColumn('reference')
    const prompted = createChoicePrompt(severalColumn, suggestOptions(severalColumn, '솔빛', null), '솔빛')
    expect(prompted).toMatchObject({ highlighted: 0, matches: 2 })
    expect(prompted && describeMatches(prompted)).toBe('맞는 항목이 2건입니다. 한 번 더 누르면 첫 항목이 들어갑니다.')
    expect(createChoicePrompt(severalColumn, prompted, '솔빛')).toBeNull()
    expect(prompted && highlightOption(prompted, 1)).toEqual({ options: groups.slice(0, 2), highlighted: 1 })
    expect(createChoicePrompt(severalColumn, suggestOptions(severalColumn, '미래', null), '미래')).toMatchObject({
      matches: 1,
    })
  })

  test('offers no choice after one match, none or an empty text', () => {
    const chosen = makeColumn('reference')
    const promptIn = (typed: string, of: Column) => createChoicePrompt(of, suggestOptions(of, typed, null), typed)
    expect(promptIn('가람', chosen)).toBeNull()
    expect(promptIn('없는', chosen)).toBeNull()
    expect(promptIn('', chosen)).toBeNull()
  })

  test('suggests nothing for an empty free text or one that is an option', () => {
    expect(suggestOptions(makeColumn('text'), '', null)).toBeNull()
    expect(suggestOptions(makeColumn('text'), '가람동', null)).toBeNull()
  })

  test('completes a free text to the only option that begins with it, and says how to keep the text', () => {
    const complete = (typed: string) => {
      const list = suggestOptions(makeColumn('text'), typed, null)
      return list?.options[list.highlighted]?.label
    }
    expect(complete('가람')).toBe('가람동')
    expect(complete('솔빛마을 1')).toBe('솔빛마을 1단지')
    expect(suggestOptions(makeColumn('text'), '가람', null)?.newText).toBe('입력한 대로 쓰려면 Esc를 누르세요.')
    // Several, a half-typed syllable, a part of a name that is not its beginning, another word.
    for (const typed of ['솔빛', '가라', '마을 2단지', '미래']) expect(complete(typed)).toBeUndefined()
  })

  test('the first press highlights the first of several options that begin with a free text', () => {
    const options = ['새 가람', '가람동', '가람로'].map((label) => ({ value: label, label }))
    const free = makeColumn('text', options)
    const prompted = createChoicePrompt(free, suggestOptions(free, '가람', null), '가람')
    expect(prompted?.options[prompted.highlighted]?.label).toBe('가람동')
    expect(prompted).toMatchObject({
      matches: 2,
      newText: '맞는 항목이 2건입니다. 한 번 더 누르면 첫 항목이 들어갑니다. 입력한 대로 쓰려면 Esc를 누르세요.',
    })
    expect(createChoicePrompt(free, prompted, '가람')).toBeNull()
    // A known text is complete, also when others begin with it.
    const longer = makeColumn('text', [...options, { value: '가람', label: '가람' }])
    expect(createChoicePrompt(longer, suggestOptions(longer, '가람', null), '가람')).toBeNull()
    expect(createChoicePrompt(free, suggestOptions(free, '람', null), '람')).toBeNull()
  })

  test('takes text typed on after that as free text only on a second press; it may be for the next cell', () => {
    const free = makeColumn('text')
    const prompted = createChoicePrompt(free, suggestOptions(free, '솔빛', null), '솔빛')
    const typedOn = continueOptions(prompted, suggestOptions(free, '솔빛12/30', null))
    const asked = createChoicePrompt(free, typedOn, '솔빛12/30')
    expect(asked).toMatchObject({ highlighted: -1, newText: '한 번 더 누르면 입력한 대로 들어갑니다.' })
    expect(createChoicePrompt(free, asked, '솔빛12/30')).toBeNull()
    expect(continueOptions(prompted, suggestOptions(free, '솔빛마을 2', null))).toMatchObject({ highlighted: 0 })
  })

  test('reads a free text of consonants alone as 초성: Enter takes the one meant, or asks among several', () => {
    const purposes = ['소유권이전', '소유권이전 및 근저당권설정', '상속'].map((label) => ({ value: label, label }))
    const free = makeColumn('text', purposes)
    const pickHighlighted = (typed: string) => {
      const list = suggestOptions(free, typed, null)
      return list?.options[list.highlighted]?.label
    }
    expect(pickHighlighted('ㅅㅇㄱㅇㅈ')).toBe('소유권이전')
    expect(pickHighlighted('ㅅㅅ')).toBe('상속')
    expect(pickHighlighted('소유')).toBeUndefined()
    expect(pickHighlighted('ㅅㅇㄱ')).toBeUndefined()
    const promptFor = (typed: string) => createChoicePrompt(free, suggestOptions(free, typed, null), typed)
    expect(promptFor('ㅅㅇㄱ')).toMatchObject({ highlighted: 0, matches: 2 })
    expect(promptFor('ㅋㅋ')).toBeNull()
    expect(promptFor('소유')).toMatchObject({ highlighted: 0, matches: 2 })
  })

  test('marks a free text that is none of the options as new, even when similar ones are offered', () => {
    const findNote = (typed: string, options = groups) => suggestOptions(makeColumn('text', options), typed, null)
    expect(findNote('가람')).toMatchObject({ options: [{ value: 'c' }], highlighted: 0 })
    expect(findNote('마을')).toMatchObject({ options: [{}, {}], newText: '처음 쓰는 값입니다.' })
    expect(findNote('다른 동네')).toEqual({ options: [], highlighted: -1, newText: '처음 쓰는 값입니다.' })
    expect(findNote('가람동')).toBeNull()
    expect(findNote('가람동', [...groups, { value: 'd', label: '가람동 2차' }])?.newText).toBeUndefined()
    expect(findNote('다른 동네', [])).toBeNull()
  })

  test('stops the highlight at the ends', () => {
    const list = suggestOptions(makeColumn('reference'), '', 'a')
    if (!list) throw new Error('no list')
    expect(highlightOption(list, -1).highlighted).toBe(0)
    expect(highlightOption(list, 8).highlighted).toBe(2)
    expect(highlightOption({ options: [], highlighted: -1 }, 1).highlighted).toBe(-1)
  })

  test('limits a thousand options, and their number, to fifty', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ value: `${index}`, label: `솔빛 ${index}` }))
    const list = suggestOptions(makeColumn('reference', many), '솔빛', null)
    expect(list?.options).toHaveLength(50)
    const prompted = createChoicePrompt(makeColumn('reference', many), list, '솔빛')
    expect(prompted && describeMatches(prompted)).toMatch(/^맞는 항목이 50건 이상입니다\./)
  })
})

describe('creating a missing record', () => {
  const findNote = (typed: string, current: string | null = null) =>
    suggestOptions(
      { ...makeColumn('reference'), optionCreator: { noun: '사업구간', make: async () => null } },
      typed,
      current,
    )

  test('ends the list with a line to create a record of the typed name, unless a record has it', () => {
    expect(findNote('')?.options.at(-1)).toMatchObject({ label: '새 사업구간 만들기', createsName: '' })
    expect(findNote('솔빛')?.options.at(-1)).toMatchObject({ label: "새 사업구간 '솔빛' 만들기", createsName: '솔빛' })
    expect(findNote('가람동')?.options.at(-1)).toMatchObject({ label: '새 사업구간 만들기', createsName: '' })
  })

  test('Enter takes that line when nothing else matches', () => {
    expect(findNote('없는')).toMatchObject({ options: [{ createsName: '없는' }], highlighted: 0 })
    expect(findNote('')?.highlighted).toBe(-1)
    expect(findNote('솔빛')?.highlighted).toBe(-1)
    expect(findNote('가람')?.highlighted).toBe(0)
    expect(findNote('가람')?.options[0]).toMatchObject({ value: 'c' })
    const list = findNote('없는')
    expect(list && hasNoMatch(list)).toBe(true)
    expect(list && hasAnyOption(list)).toBe(false)
    // A new free text has no match either, and its options may still be loading.
    const newText =
      suggestOptions(makeColumn('text', []), '가온', null) ?? suggestOptions(makeColumn('text'), '없는', null)
    expect(newText && [hasNoMatch(newText), hasAnyOption(newText)]).toEqual([false, false])
  })

  const makeNamingColumn = (options: readonly CellOption[]) => {
    const made = makeColumn('text', options)
    const field = { ...made.field, names: { collection: 'projects', label: 'name' } }
    return { ...made, field, optionCreator: { noun: '사업구간', make: async () => null } }
  }

  test('in a free text that names records, Enter takes the only match, or creates a record without one', () => {
    expect(suggestOptions(makeNamingColumn(groups), '가람', null)).toMatchObject({
      highlighted: 0,
      options: [{ value: 'c' }, {}],
    })
    const list = suggestOptions(makeNamingColumn(groups), '가온 3공구', null)
    expect(list).toMatchObject({ highlighted: 0, newText: '등록되지 않은 사업구간입니다.' })
    expect(list?.options).toEqual([{ value: '', label: "새 사업구간 '가온 3공구' 만들기", createsName: '가온 3공구' }])
    expect(suggestOptions(makeNamingColumn([]), '가온 3공구', null)).toEqual(list)
    expect(suggestOptions(makeNamingColumn(groups), '가람동', null)).toBeNull()
  })

  test('in a free text that names records, Enter asks among several matches, and completes no other word', () => {
    const several = suggestOptions(makeNamingColumn(groups), '솔빛', null)
    expect(several).toMatchObject({ highlighted: -1 })
    expect(createChoicePrompt(makeNamingColumn(groups), several, '솔빛')).toMatchObject({ highlighted: 0, matches: 2 })
    expect(suggestOptions(makeNamingColumn(groups), '미래', null)).toMatchObject({ highlighted: -1 })
    const named = [...groups, { value: 'd', label: '솔빛마을' }]
    const exact = suggestOptions(makeNamingColumn(named), '솔빛마을', null)
    expect(exact?.options[exact.highlighted]).toMatchObject({ value: 'd' })
  })

  test('typing on after a prompt narrows the options; creating a record then takes a second press', () => {
    for (const of of [
      { ...makeColumn('reference'), optionCreator: makeNamingColumn([]).optionCreator },
      makeNamingColumn(groups),
    ]) {
      const prompted = createChoicePrompt(of, suggestOptions(of, '솔빛', null), '솔빛')
      expect(continueOptions(prompted, suggestOptions(of, '솔빛마을 2', null))).toMatchObject({ highlighted: 0 })
      const missing = continueOptions(prompted, suggestOptions(of, '솔빛12/30', null))
      expect(missing).toMatchObject({ highlighted: -1 })
      const asked = createChoicePrompt(of, missing, '솔빛12/30')
      expect(asked).toMatchObject({ highlighted: 0, matches: 0, options: [{ createsName: '솔빛12/30' }] })
      expect(asked && describeMatches(asked)).toBe('한 번 더 누르면 새로 만듭니다.')
      expect(createChoicePrompt(of, asked, '솔빛12/30')).toBeNull()
      expect(continueOptions(asked, suggestOptions(of, '김하나', null))).toMatchObject({ highlighted: -1 })
    }
  })

  test('offers to create the first record of a kind, but an empty cell creates none automatically', () => {
    const empty = { ...makeColumn('reference', []), optionCreator: { noun: '회사', make: async () => null } }
    expect(suggestOptions(empty, '가온', null)?.highlighted).toBe(0)
    expect(suggestOptions(empty, '', null)?.highlighted).toBe(-1)
  })
})
