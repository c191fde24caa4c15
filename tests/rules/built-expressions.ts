/** A call of `RegExp` in a function: what gets into it, and why that cannot make it slow. */
export interface BuiltByCalls {
  readonly file: string
  /** The expression's source as written in the code. */
  readonly from: string
  readonly why: string
  /**
   * Calls the function, so that its expressions are tested too; absent when loading the file builds
   * them.
   */
  readonly call?: () => Promise<unknown>
}

const ourWords = 'Only words of our own, all of them when the file is loaded.'
const searchPattern =
  'What is searched for, by patternOf of search-text.ts: letters, escaped, and sets of them; nothing repeats.'
/**
 * Hangul with and without final consonants, a number with optional hyphens, a case number, regular
 * expression characters.
 */
const query = '솔비 ㄱㅂ솔 01012345678 산12-3 2026금7 (a+)+$'

const today = '2026-11-25'

export const builtExpressions: readonly BuiltByCalls[] = [
  {
    file: 'src/domain/chat/reading/field-words.ts',
    from: "`(?:(?<![가-힣\\\\d])|(?<=미|총))${/^(?:들어)?[온왔]/.test(word) ? notNegated : ''}${buildFlexiblePattern(word)}${getLookahead(word)}${word.endsWith('인') ? '(?!지|데)' : word === '등기소' ? '(?!유)' : ''}`",
    why: ourWords,
  },
  {
    file: 'src/domain/chat/reading/read-change.ts',
    from: '`${buildFlexiblePattern(label)}(?:\\\\s*상태)?(?:\\\\s*(?:으로|로))?\\\\s*$`',
    why: 'Labels of our choices, escaped by buildFlexiblePattern.',
    call: callReadChange,
  },
  {
    file: 'src/domain/chat/reading/read-change.ts',
    from: '`(?:${buildFlexiblePattern(field.label)}|진행\\\\s*상황)\\\\s*(?:을|를|은|는)?`',
    why: 'Labels of our fields, escaped by buildFlexiblePattern.',
    call: callReadChange,
  },
  {
    file: 'src/domain/chat/reading/read-fields.ts',
    from: '`(?<=\\\\s)${buildFlexiblePattern(word)}${askedEnding}`',
    why: ourWords,
  },
  {
    file: 'src/domain/chat/reading/read-head-noun.ts',
    from: "`(?<![가-힣])${buildFlexiblePattern(label.replace(/됨$/, ''))}(?:${label.endsWith('됨') ? '된|됨|됐|되' : '인|(?![가-힣]{2})'})[가-힣]{0,2}`",
    why: ourWords,
  },
  {
    file: 'src/domain/chat/reading/read-sheet-question.ts',
    from: "`${buildFlexiblePattern(columns[at]?.name ?? '')}\\\\s*(?:별로?|마다)(?=\\\\s|$|[,은는])`",
    why: 'Titles of an attached sheet, cut at 200 letters and escaped; one run of blanks between two letters.',
    call: callReadSheet,
  },
  {
    file: 'src/domain/chat/reading/read-sheet-question.ts',
    from: "buildFlexiblePattern(columns[at]?.name ?? '')",
    why: 'The same titles.',
    call: callReadSheet,
  },
  {
    file: 'src/domain/chat/reading/read-states.ts',
    from: '`${buildFlexiblePattern(label)}(?=${exclusionSuffix})`',
    why: 'Labels of our choices, escaped by buildFlexiblePattern.',
    call: callReadStates,
  },
  {
    file: 'src/domain/chat/reading/read-states.ts',
    from: "`${plain}${work === undefined ? '' : `|${buildFlexiblePattern(work)}${begun}`}${others}`",
    why: 'Labels of our choices, escaped by buildFlexiblePattern.',
    call: callReadStates,
  },
  {
    file: 'src/domain/chat/secrets/secret-rules.ts',
    from: String.raw`String.raw${'`'}(?<!\d)(?=(?<whole>${'$'}{shape})(?!\d))${'`'}`,
    why: ourWords,
  },
  { file: 'src/domain/text/match-ranges.ts', from: 'pattern', why: searchPattern, call: callPlaceFinder },
  { file: 'src/domain/deposit-cases/letter-text.ts', from: '`^${level}$`', why: ourWords },
  {
    file: 'src/domain/text/prose-html.ts',
    from: 'partPattern',
    why: 'Tags of our own; built again for each text, as it remembers where it was.',
    call: async () => (await import('../../src/domain/text/prose-html.ts')).isProse('<p>글</p>'),
  },
  { file: 'src/domain/text/rank-suggestions.ts', from: '`^(?:${first})`', why: searchPattern, call: callRanker },
  {
    file: 'src/domain/text/rank-suggestions.ts',
    from: '`(?:^|[\\\\s(),.·/-])(?:${first})`',
    why: searchPattern,
    call: callRanker,
  },
  { file: 'src/domain/text/rank-suggestions.ts', from: 'first', why: searchPattern, call: callRanker },
  { file: 'src/domain/text/search-text.ts', from: 'source', why: searchPattern, call: callSearch },
  {
    file: 'src/domain/text/search-text.ts',
    from: 'buildPattern({ text, ends, pattern: null })',
    why: searchPattern,
    call: callSearch,
  },
  {
    file: 'src/domain/text/search-text.ts',
    from: '`(?:${spellings})(?!${wordCharacter})(?<!${wordCharacter}(?:${spellings}))`',
    why: searchPattern,
    call: callWholeWords,
  },
  { file: 'src/mirror/query/block-scan.ts', from: "alternative.pattern ?? ''", why: searchPattern, call: callScan },
  {
    file: 'src/mirror/query/block-scan.ts',
    from: '`[${String.fromCharCode(from)}-${String.fromCharCode(to)}]`',
    why: 'One set of Hangul syllables.',
    call: callScan,
  },
]

async function callReadChange() {
  const [{ readChanges }, { collectionNames }] = await Promise.all([
    import('../../src/domain/chat/reading/read-change.ts'),
    import('../../src/contract/books/collections.ts'),
  ])
  const rejectSearch = () => Promise.reject(new Error('not asked'))
  readChanges('홍길동 공탁 사건 상태를 완료로 바꿔 줘', {
    today,
    collections: new Set(collectionNames),
    asker: { name: '김가온', isSuperuser: true },
    hasStoppedRecords: rejectSearch,
    find: rejectSearch,
    findRecord: rejectSearch,
    sum: rejectSearch,
    listValues: rejectSearch,
    readLeaveBalance: rejectSearch,
  })
}

async function callReadSheet() {
  const { readSheetQuestion } = await import('../../src/domain/chat/reading/read-sheet-question.ts')
  const columns = [...query.split(' '), ''].map((name) => ({ name, type: 'text' as const }))
  readSheetQuestion('금액은?', { name: 'sheet.xlsx', columns, rows: [] }, today)
}

async function callReadStates() {
  const { readStates } = await import('../../src/domain/chat/reading/read-states.ts')
  readStates({ text: '사건', rest: '사건' }, 'deposit-cases', today)
}

async function callPlaceFinder() {
  const { createMatchFinder: placeFinder } = await import('../../src/domain/text/match-ranges.ts')
  placeFinder(query)
}

async function callRanker() {
  const { rankSuggestions } = await import('../../src/domain/text/rank-suggestions.ts')
  for (const word of query.split(' ')) rankSuggestions([], word, () => ({ label: '' }))
}

async function callSearch() {
  const { compileSearch } = await import('../../src/domain/text/search-text.ts')
  compileSearch(query)
}

async function callWholeWords() {
  const { compileSearch, compileWholeWords } = await import('../../src/domain/text/search-text.ts')
  compileWholeWords(compileSearch(query))
}

async function callScan() {
  const [{ compileSearch }, { buildSearchTexts }, { scanBlock }, { getBook }] = await Promise.all([
    import('../../src/domain/text/search-text.ts'),
    import('../../src/mirror/store/search-texts.ts'),
    import('../../src/mirror/query/block-scan.ts'),
    import('../../src/contract/books/collections.ts'),
  ])
  const texts = buildSearchTexts(getBook('deposit-cases'), 0, {})
  for (const word of compileSearch(`${query} 소`).words) scanBlock(texts, word, new Uint8Array(1))
}
