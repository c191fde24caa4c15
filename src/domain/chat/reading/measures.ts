import { readWonUnits } from '#domain/money/won.ts'
import { blankOut } from './blank-out.ts'

/** What a question wants to know about its results. */
export interface QuestionMeasure {
  readonly kind: 'list' | 'count' | 'sum' | 'average'
  /** The word for the grouping: 담당자별, 월별, 누가 가장. */
  readonly groupWord: string | null
  /** Sort order: 가장 많은, 큰 순. */
  readonly order: 'largest' | 'smallest' | null
  /** Sorts by day instead of amount: 가장 오래된, 최근. */
  readonly isSortedByDay: boolean
  /** The day is that of the entry: 최근에 추가된. */
  readonly isByEntry: boolean
  /** How many results to list: 상위 5건. */
  readonly limit: number | null
}

/**
 * The measure of a question, and the question without its words. `original`: the question before
 * anything was removed.
 */
export function readMeasure(question: string, original = question): { measure: QuestionMeasure; rest: string } {
  let rest = question
  const consume = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest)
    if (match) rest = blankOut(rest, match.index, match[0].length)
    return match
  }
  const oldest = consume(oldestPattern)
  const entry = oldest ? consume(waitingPattern) : (consume(recentEntryPattern) ?? consume(entryPattern))
  const newest = oldest ?? entry ?? consume(newestPattern) ?? consume(recentPattern)
  const grouped =
    consume(
      /(?:가장|제일|더)\s*(?:많|큰|높|비싼|적|작|낮|싼|바쁜|바빴|바빠)[가-힣]{0,8}\s*(?:[가-힣]{0,4}[쓴낸긴온간쉰린인른한은는된든닌뛴산을]\s+){0,5}(?:(?:퀵|공탁|등기)\s*(?:사건\s*)?)?(사용처|가맹점|가게|곳|데(?!이터)|소유자|공탁자|담당자|사업\s*구간|구간|현장|단지|지역|등기소|기사|달|월|날|사람|등기\s*목적|회사|업체|시행사|은행|부서|직책|직급|신탁\s*회사|신탁사|신청자)(?:[은는이가의]|별)?/,
    ) ??
    // 미수금 많은 사업구간, 보수료 큰 담당자: in their order, with or without 제일.
    consume(
      /(?<=[가-힣][은는이가]?\s{1,3}|\s\s)(?:많은|큰|높은|비싼|적은|작은|낮은|싼|많이\s[가-힣]{0,4}[쓴낸긴온간든된한])\s{1,3}(사용처|가맹점|가게|소유자|공탁자|담당자|사업\s?구간|구간|현장|단지|지역|등기소|기사|달|등기\s?목적|회사|업체|시행사|은행|부서|직책|신탁\s?회사|신탁사|신청자|직원|사람)(?:[은는이가의])?(?=\s|$)(?!\s{1,3}순)/,
    ) ??
    consume(
      /(?:많|큰|높|적|작|낮)은\s*(담당자|사업\s*구간|구간|현장|단지|지역|등기소|기사|등기\s*목적|회사|업체|공탁자|은행|부서)\s*순(?:서|으로)*/,
    )
  if (grouped) rest = keepBookName(grouped, rest)
  // 공탁 어디가 많이 남았어
  const piled = grouped ? null : consume(/(?<![가-힣])(어디)(?:가|에|에서)?\s+많(?:이(?=\s)|아|지|나)[가-힣]*/)
  const smallest =
    newest ??
    consume(/(?:가장|제일)\s*(?:적|작|낮|싼)[가-힣]*|(?:적|작|낮)은\s*(?:순(?:서|으로|로)*|(?:것|거|건)\s?부터)/)
  const largest =
    smallest ??
    consume(
      /(?:가장|제일|(?:최고|최대)(?!액))\s*(?:많|큰|크|높|비싼|비싸)?[가-힣]*|(?:많|큰|높|비싼)은?\s*(?:순(?:서|으로|로)*|(?:것|거|건)\s?부터)|(?<=[가-힣](?:가|료|금|액|비|세)[이은]?\s)(?:많은|큰|높은|비싼)(?=\s(?:사건|건|공탁|등기|세대|호실|집|거|것|퀵)(?:\s|$))|(?<=[가-힣](?:가|료|금|액|비|세|률|가격|면적|평수)\s?)순(?:서)?(?:으로|대로|로)?(?=\s|$)/,
    )
  const isSmallest =
    oldest !== null || (newest === null && smallest !== null) || /^\S{0,2}\s*[적작낮싼]/.test(grouped?.[0] ?? '')
  const top = consume(/상위\s*(\d{1,2})\s*(?:건|개|명|곳)?/)
  const order = isSmallest ? 'smallest' : (largest ?? grouped ?? piled ?? top) ? 'largest' : null
  const single = top ?? consume(/(?<![가-힣])(?:하나|한\s*(?:건|개|명))(?:만|씩)?(?=\s|$)()/)
  const limit = single ?? consume(/(?<!외\s?)(?<!\d)(\d{1,2})\s*(?:건|개|명|곳)(?:만|씩)?(?=\s|$)/)
  const by =
    consume(groupedByPattern) ??
    (order ? consume(amongPattern) : null) ??
    grouped ??
    piled ??
    consume(/(진행\s*(?:상황|현황|상태)|(?:완료|진행|처리|취소|보류)율|몇\s*(?:%|프로|퍼센트)|비율|비중)[은는이가나]?/)
  // 소유자가 누구지 asks for a field's value, not for a grouping.
  if (!by) consume(/(?<=(?:소유자|공탁자)(?:가|는|은|이)?\s{0,2})누구[가-힣]*/)
  const groupMatch =
    by ??
    consume(groupListPattern) ??
    consume(/(담당자|신청자|기사)(?:는|은|가|이)?\s*누구[가-힣]*/) ??
    consume(/(?:누가|누구)(?=\s*(?:맡|담당))()/) ??
    // 누가 제일 오래: the person of the first record, and not of the most.
    (newest ? null : consume(/(누가|누구)(?:의|가)?(?!\s?(?:거|것))/)) ??
    (order ? consume(/(?<![가-힣])(어디)(?:[가서는야지죠에]|예요|인가요|인지|에서)?(?=\s|$)/) : null) ??
    consume(/(?:어느|어떤|무슨)\s*(담당자|사업\s*구간|구간|현장|지역|등기소|기사|달|날|사람|직원)[가-힣]?/)
  const average = consume(/평균(?:은|이|을)?/)
  const count = consume(
    /몇\s*필지[가-힣]*|몇\s*(?:건|개|명|번|곳|군데|회|장|통|세대|분)[가-힣]*|건수[가-힣]?|개수[가-힣]?|얼마나\s*(?:많|있|돼|되)[가-힣]*|몇(?=\s|$)/,
  )
  const sum = consume(
    /합계[가-힣]?|합(?:은|이)?(?=\s|$)|총액[가-힣]?|총합[가-힣]?|합산[가-힣]*|전부\s*(?:더|합)[가-힣]*|얼마[가-힣]*|총(?=\s)(?!\s*몇)|(?:다|모두)\s*합[가-힣]*|더(?:해|하면)[가-힣]*|합치(?!기)[가-힣]*|합쳐[가-힣]*|합하[가-힣]*|합해[가-힣]*/,
  )
  const isAmount = howMuchPattern.test(original)
  const isCount = count !== null && !isAmount && (sum === null || sum[0].trim() === '총')
  const isSum = sum !== null || isAmount || (order === null && count === null && trailingAmountPattern.test(original))
  // 마지막으로 충전한 게 얼마였죠 asks about one record, not for a sum.
  const isSingleRecord = newest !== null && by === null && count === null
  const kind = average ? 'average' : isCount ? 'count' : isSum && !isSingleRecord ? 'sum' : 'list'
  // 오늘 휴가인 사람 누구야? asks for names, not for figures.
  const isGrouped = by !== null || order !== null || kind !== 'list' || !groupMatch?.[1]?.startsWith('누')
  const groupWord = isGrouped && groupMatch ? groupMatch[1]?.replace(/\s/g, '') || '담당자' : null
  return {
    measure: {
      kind,
      groupWord,
      order,
      isSortedByDay: newest !== null,
      isByEntry: entry !== null,
      limit: limit ? Number(limit[1] || 1) : null,
    },
    rest,
  }
}

/** Asks for the earliest first: 제일 오래된, 접수일 순으로, 오래된 것부터. */
const oldestPattern =
  /(?:가장|제일)\s*(?:오래|일찍|빠른|먼저)[가-힣]*|(?:오래된|빠른|이른)\s*(?:순(?:서|으로|로)*|(?:것|거|건|사건|순)?\s?부터)|(?:날짜|(?<=[가-힣]일))\s*순(?:서|으로|대로|로)*(?=\s|$)/
const newestPattern =
  /마지막(?:으로|에)?(?=\s)|(?:가장|제일)\s*(?:최근(?:에)?|나중|늦)[가-힣]*|(?:최근|늦은|최신)\s*(?:순(?:서|으로|로)*|(?:것|거|건|사건|순)?\s?부터)|최근(?:에)?(?=\s+(?:접수|등록|들어온|온|입금|청구|완료)[가-힣]*\s.*\d{1,2}\s*(?:건|개)(?:만|씩)?(?=\s|$))/

const entryVerb = String.raw`(?:추가|등록|입력|생성|작성)(?:된|한|됐|했|하신)[가-힣]*|(?:만든|만들어진|넣은|올린|올라온|들어간|적은)(?=\s|$|거|것|건)`
/** Asks for the latest entries: 가장 최근에 추가된, 방금 입력한, 새로 등록된. */
const recentEntryPattern = new RegExp(
  `(?:(?:가장|제일|맨)\\s*)?(?:최근|마지막|나중|방금|새로|새롭게|막)(?:에|으로)?\\s*(?:${entryVerb})`,
)
/** 제일 오래 기다린: since its entry. */
const waitingPattern = /기다[리린렸려][가-힣]*/
/** Asks for entries by their day: 추가된 사건. 등록된 alone may be any record. */
const entryPattern = /(?<![가-힣])추가(?:된|한)(?=\s|$|거|것|건)/
/** Asks for the newest first (최근 문의); with a figure, it is no order. */
const recentPattern =
  /(?<![가-힣])(?:최근|요즘|최신)(?:에|의|거|것)?(?=\s)(?!\s*(?:\d|한\s|두\s|세\s|네\s|일주|열흘|보름|며칠|몇))(?!.*(?:합계|총|얼마|몇|별로?(?:\s|$)|평균|건수|많|늘|줄))/

/**
 * Keeps the book's name in the text, because it was matched as part of the measure: 제일 많이 든 공탁 구간.
 */
function keepBookName({ 0: words, index }: RegExpExecArray, rest: string): string {
  const book = /퀵|공탁|등기(?!\s*(?:소|목적))/.exec(words)
  if (!book) return rest
  const at = index + book.index
  return rest.slice(0, at) + book[0] + rest.slice(at + book[0].length)
}

/** Names the groups to compare: 사업구간 중에 미수금이 제일 많은 데. */
const amongPattern = /(사업\s*구간|구간|현장|담당자|지역|등기소|소유자|기사)\s*(?:들\s*)?(?:중에서?|가운데)(?=\s)/

/** Names can end in 별 too: 김은별. */
const groupedByPattern =
  /(?<![가-힣])(사업\s*구간|구간|현장|단지|그룹|담당자?|관리자|매월|월|달|날짜|일자|연도|년도|년|해|분기|상태|등기\s*목적|목적|지역|관할\s*등기소|관할|등기소|신탁\s*회사|신탁사|회사|업체|시행사|은행|부서|직책|직급|구분|종류|유형|용도|항목|사용처|가맹점|가게|기사님?|신청자|직원|사람)\s*(?:별로?|마다|순(?:서|위)?(?:대로|로)?)(?:는|은|의)?(?=\s|$|[,?])/

/** Asks for won, not for a count: 미수금이 얼마나 되는지. */
const howMuchPattern =
  /(?:미수금?|금액|돈|비용|보수료?|요금|매출|(?:청구할|미청구|청구\s*안\s*[한된])(?:\s*(?:공탁|사건|건|거|것|게))*)[이가은는]?(?:\s*(?:총|모두|전부|지금|대략))?\s*얼마나/

/** Asks to list the distinct values: 사업구간 몇 개야, 퀵 기사 누구누구, 담당자 목록. */
const groupListPattern =
  /(?<![가-힣])(사업\s*구간|구간|현장|단지|담당자|기사|등기소|관할\s*등기소|신탁\s*회사|신탁사|지역|등기\s*목적|휴가\s*종류)(?:\s*(?:은|는|이|가))?\s*(?:(?:총|모두|전부)\s*)?(?:누구\s*누구[가-힣]*|(?:뭐|어디)\s*(?:뭐|어디)[가-힣]*|목록|리스트|명단|몇\s*(?:개|명|곳|군데)[가-힣]*|(?:에는\s*)?(?:어떤|무슨)\s*(?:것|게)[가-힣]*)/

/** An amount at the end asks for its sum: 이번 달 보수료, 지난달 퀵 비용은? */
const trailingAmountPattern =
  /(?:보수료?|매출|비용|충전액|충전금|요금|사용액|공과금|부가세|제증명|(?<![가-힣])인지|공탁금액?|금액|미수금|돈)(?:\s*(?:은|는|이|을))?(?:\s*(?:알려|보여)\s*(?:줘|주세요))?(?:\s*[?？])?\s*$/

export interface AmountRange {
  readonly from: number | null
  readonly to: number | null
}

export interface ReadAmount {
  readonly range: AmountRange
  readonly at: number
  readonly words: string
  /** The unit of a number that is no sum of money: ㎡, %, 건; empty without one. */
  readonly unit?: string
  /** Whether the number itself is left out: 초과, 미만. */
  readonly isExclusive?: boolean
  /** The range in 만원, if the number has no unit: 5천 넘는 may be 5,000만원. */
  readonly inTenThousands?: AmountRange
}

/**
 * A range of won in a question (1억 이상, 500만원 넘는, 100만원에서 300만원, 30만 원 미만), and the question without
 * it; null when there is none.
 */
export function readAmount(question: string): (ReadAmount & { readonly rest: string }) | null {
  for (const { pattern, read } of amountRules) {
    const match = pattern.exec(question)
    const range = match && read(match.slice(1))
    if (!match || !range) continue
    const inTenThousands = /[원만억조]/.test(match[0]) ? null : read(match.slice(1), 10_000)
    return {
      range,
      ...(inTenThousands && { inTenThousands }),
      at: match.index,
      words: match[0].trim().replace(/(?:인|의|이고|이면서|이며)$/, ''),
      rest: blankOut(question, match.index, match[0].length),
    }
  }
  return readBareRange(question) ?? readBound(question)
}

/** 보수료 20~30: both ends without a unit, after the name of an amount. */
function readBareRange(question: string): (ReadAmount & { readonly rest: string }) | null {
  const match = bareRangePattern.exec(question)
  const [from, to] = [Number(match?.[1]), Number(match?.[2])]
  // 취득세 101-402: a dwelling.
  if (!match || from > to || (match[0].includes('-') && to > 99)) return null
  return {
    range: { from, to },
    inTenThousands: { from: from * 10_000, to: to * 10_000 },
    unit: '',
    at: match.index,
    words: match[0].trim().replace(/(?:인|의)$/, ''),
    rest: blankOut(question, match.index, match[0].length),
  }
}

const bareRangePattern =
  /(?<=(?:보수|[가-힣](?:료|금|액|비|가|세))[은는이가]? ?)(\d{1,4}) ?(?:~|-|에서|부터) ?(\d{1,4})(?: ?(?:까지|사이))?(?:인|의)?(?=\s|$)(?! ?(?:월|일|년|호|동|번)(?:\s|$))/

/** A bound of any other number: 84㎡ 이상, 50% 넘는, 100 미만. */
function readBound(question: string): (ReadAmount & { readonly rest: string }) | null {
  const match = boundPattern.exec(question)
  const { digits = '', unit = '', bound = '' } = match?.groups ?? {}
  if (!match) return null
  const value = Number(digits.replaceAll(',', ''))
  const isUpper = /^(?:이하|미만|까지|안|작|적|낮)/.test(bound)
  const isExclusive = !/^(?:이상|이하|까지)/.test(bound)
  const step = unit === '원' && isExclusive ? 1 : 0
  const won = Math.round(value * 10_000)
  const inTenThousands = isUpper
    ? { from: null, to: isExclusive ? won - 1 : won }
    : { from: isExclusive ? won + 1 : won, to: null }
  return {
    ...(unit === '' && { inTenThousands }),
    range: isUpper ? { from: null, to: value - step } : { from: value + step, to: null },
    at: match.index,
    words: match[0].trim(),
    // 8000원 이상: less than an amount needs without its unit.
    ...(unit !== '원' && { unit, isExclusive }),
    rest: blankOut(question, match.index, match[0].length),
  }
}

const boundPattern =
  /(?<![\d,.-])(?<digits>\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,6})?) ?(?<unit>원|㎡|제곱미터|평|%|퍼센트|프로|건|개|명|층|세대|곳|번|장|통)? ?(?:이|가|을|를|보다)? ?(?<bound>이상|이하|초과|미만|넘[는은게어긴]|안 되는|큰|작은|많은|적은|높은|낮은)(?:인|의|이고|이며|한)?/

// HAZARD: the patterns must be unambiguous. Otherwise each digit or blank in a long run would
// double the time.
const parts = String.raw`[\d,.]+(?:\s+[\d,.]+|\s*[조억만천백십]+\s*[\d,.]+){0,9}(?:\s*[조억만천백십]+)?`
const suffix = String.raw`\s*(?:원(?:이|을|보다)?\s*|(?:이|을|보다)\s*)?`
const won = String.raw`((?<![\d,.])${parts}|[백천]만)${suffix}`
/** Follows a word or a comma. */
const secondWon = String.raw`(${parts}|[백천]만)${suffix}`

const amountRules: readonly {
  pattern: RegExp
  read(parts: readonly (string | undefined)[], times?: number): AmountRange | null
}[] = [
  {
    pattern: new RegExp(`${won}(?:부터|에서|~)\\s*${secondWon}(?:까지|사이)?`),
    read: ([from, to], times) => between(parseAmountText(shareUnit(from, to), times), parseAmountText(to, times)),
  },
  {
    pattern: new RegExp(`${won}(?:이상|초과)(?:이고|에서|부터)?(?:\\s*,)?\\s*${secondWon}(?:이하|미만|까지)(?:인)?`),
    read: ([from, to], times) => between(parseAmountText(from, times), parseAmountText(to, times)),
  },
  {
    pattern: new RegExp(`${won}(?:이상)(?:이고|이면서|이며|인|의)?`),
    read: ([from], times) => atLeast(parseAmountText(from, times), 0),
  },
  {
    pattern: new RegExp(`${won}(?:초과|넘는|넘은|넘게|큰|높은|많은)(?:인|한)?`),
    read: ([from], times) => atLeast(parseAmountText(from, times), 1),
  },
  {
    pattern: new RegExp(`${won}(?:이하)(?:이고|이면서|이며|인|의)?`),
    read: ([to], times) => atMost(parseAmountText(to, times), 0),
  },
  {
    pattern: new RegExp(`${won}(?:미만|안 되는|적은|작은|낮은)(?:인)?`),
    read: ([to], times) => atMost(parseAmountText(to, times), 1),
  },
  {
    // 30만원대: from 300,000 to 399,999
    pattern: new RegExp(`${won}대(?:의|인)?(?=\\s|$)`),
    read: ([amount]) => {
      const from = parseAmountText(amount)
      return from === null || from === 0 ? null : { from, to: from + 10 ** (String(from).length - 1) - 1 }
    },
  },
  {
    pattern: new RegExp(`${won}(?:인|짜리|의)(?=\\s)`),
    read: ([only], times) => between(parseAmountText(only, times), parseAmountText(only, times)),
  },
]

/** Excludes days and case numbers: an amount needs a unit (조, 억, 만, 천) or at least five digits. */
function parseAmountText(words = '', times = 1): number | null {
  const text = words.replace(/\s/g, '')
  if (!/[조억만천]/.test(text) && text.replace(/\D/g, '').length < 5) return null
  const value = readWonUnits(text)
  return value === null || value > Number.MAX_SAFE_INTEGER ? null : Number(value) * times
}

/** 20~30만원: the first number has the unit of the second. */
function shareUnit(first = '', second = ''): string {
  if (/[만억조]/.test(first) || /\d{4}/.test(first)) return first
  const [, unit = ''] = /([만억조])[^만억조]*$/.exec(second) ?? []
  const last = parseAmountText(second) ?? 0
  // 5천~1억: of 만.
  return (
    [unit, '만'].map((shared) => `${first.trim()}${shared}`).find((text) => (parseAmountText(text) ?? 0) <= last) ??
    first
  )
}

function between(from: number | null, to: number | null): AmountRange | null {
  return from === null || to === null ? null : { from, to }
}

function atLeast(from: number | null, by: number): AmountRange | null {
  return from === null ? null : { from: from + by, to: null }
}

function atMost(to: number | null, by: number): AmountRange | null {
  return to === null ? null : { from: null, to: to - by }
}
