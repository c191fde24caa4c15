import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { addDays } from '#domain/dates/office-date.ts'
import type { OfficeData } from '../knowledge.ts'
import { blankOut } from './blank-out.ts'
import { bookNouns, bookWords, caseBooks, casesPattern, landPattern } from './book-words.ts'
import { findPhrase } from './field-phrases.ts'
import { type QuestionMeasure, type ReadAmount, readAmount, readMeasure } from './measures.ts'
import { type NameKind, readNameKind } from './name-kinds.ts'
import { type FoundDays, parseDayCount, readDays, stepDate } from './read-days.ts'
import { type NamedField, readFields } from './read-fields.ts'
import { type HeadNoun, readHeadNoun } from './read-head-noun.ts'
import { readStates } from './read-states.ts'

/** A question about the office's records, before its book is known. */
export interface ParsedQuestion {
  /** The whole question, cleaned of line breaks and punctuation. */
  readonly text: string
  readonly books: readonly CollectionName[]
  /** It names a book by a word of its own (공탁 사건), not just 사건 or a field. */
  readonly namesBook: boolean
  readonly days: readonly Pick<FoundDays, 'range' | 'at'>[]
  readonly amount: ReadAmount | null
  readonly fields: readonly NamedField[]
  readonly measure: QuestionMeasure
  /** Asks for what is claimed and not paid: 미수금. */
  readonly isAboutReceivables: boolean
  /** Asks for what is due and still open: 마감, 임박. */
  readonly isAboutDeadlines: boolean
  /** Its two periods are compared: 지난달보다 늘었어. */
  readonly isComparison: boolean
  /** Asks for the asker's own records: 내 사건. */
  readonly isOwnOnly: boolean
  /**
   * Its words alone show that it is about records; otherwise records must contain some of its
   * words.
   */
  readonly isCertain: boolean
  /** It names neither a book nor a field; tried on the case books if they know a name in it. */
  readonly isGuess: boolean
  /** It asks for a number, a sum, days or a person, not just for something by name. */
  readonly hasMeasure: boolean
  /** What is left out of it, because its book cannot answer that. */
  readonly leftOut?: readonly string[]
  /** What a name is like: 소유자 박씨, 법인 소유. */
  readonly nameKind: NameKind | null
  /** The value of a closed list that names its book: 소유자 변경된 부동산. */
  readonly choice: Filter | null
  /** The rest of the question, every word at its original position. */
  readonly rest: string
}

/** Reads a question by the words of the office's books. */
export function readQuestion(
  input: string,
  { today, collections }: Pick<OfficeData, 'today' | 'collections'>,
): ParsedQuestion {
  const text = input
    .normalize('NFC')
    .replace(/[\n\t]/g, ' ')
    .replace(/(?<![?？!.~])[?？!.~]+(?=\s|$)/g, ' ')
    .replace(managedBook, (_, noun: string) => (noun.endsWith('주소') ? '부동산 주소 ' : `${noun} `))
    // A remark in brackets is part of the question; ㈜ and 2차(가칭) are parts of a name.
    .replace(/\(([^()\s]*\s[^()]*)\)/g, ' $1 ')
    .replace(/(?:오늘|현재|지금)\s*(?:날짜\s*)?기준(?:으로|에)?(?=\s)/, ' ')
  const head = readHeadNoun(text)
  const nameKind = readNameKind(head?.rest ?? text)
  let rest = nameKind?.rest ?? head?.rest ?? text
  const consume = (pattern: RegExp): boolean => {
    const match = pattern.exec(rest)
    if (match) rest = blankOut(rest, match.index, match[0].length)
    return match !== null
  }
  const claim = findClaimWords(rest)
  const isAboutReceivables = isClaimedUnpaid(text) || claim !== null
  if (claim) rest = blankOut(rest, claim.index, claim[0].length)
  const age = readAge(rest, isAboutReceivables, today)
  if (age) rest = age.rest
  const days = readAllDays(rest, today)
  rest = days.rest
  const isComparison = days.found.length > 0 && consume(comparisonWords)
  while (isComparison && consume(comparisonWords));
  const compared = isComparison ? addComparedPeriod(days.found, today) : days.found
  const amount = readAmount(rest)
  rest = amount?.rest ?? rest
  const isOverdue = consume(overdueWords)
  const isAboutDeadlines = consume(deadlineWords) || isOverdue
  while (isAboutDeadlines && consume(deadlineWords));
  const isOwnOnly = consume(
    /(?<!\d\s*(?:일|주|개월|달)\s?)(?:^|\s)(?:내가|나의|제가|저의|저는|내|제)(?=\s)(?!\s+주[세시실])/,
  )
  const { measure, rest: unmeasured } = readMeasure(rest, text)
  const named = addReceivedField(readFields(unmeasured), text)
  const { rest: unread, fields, ...books } = readSubject(named, { head, text, today })
  const hasMeasure =
    days.found.length > 0 ||
    amount !== null ||
    measure.kind !== 'list' ||
    measure.groupWord !== null ||
    measure.order !== null ||
    /각각/.test(text) ||
    isOwnOnly
  const fieldBooks = findFieldBooks(books.found, fields, { isAboutReceivables, isAboutDeadlines, measure, text, days })
  const bookNames = fieldBooks.length === 0 && hasMeasure ? findStateBooks(unread, today) : fieldBooks
  const isGuess = bookNames.length === 0
  const found = books.isNamed || !placeNumber.test(unread) ? (isGuess ? caseBooks : bookNames) : placeBooks
  const saysOfField = fields.some((field) => findPhrase(text, field) !== null)
  const isCertain =
    !isGuess &&
    (books.isNamed || found !== placeBooks) &&
    (books.isNamed || isAboutReceivables || isAboutDeadlines || hasMeasure || saysOfField)
  return {
    text,
    measure,
    isAboutReceivables,
    isAboutDeadlines,
    isComparison: isComparison && compared.length === 2,
    isOwnOnly,
    isCertain,
    isGuess,
    hasMeasure,
    // 토지 is the noun of the lands.
    rest: found[0] === 'address-lands' ? unread.replace(/토지|필지/g, '  ') : unread,
    books: orderCaseBooks(found, text).filter((collection) => collections.has(collection)),
    namesBook: books.namesBook,
    days: [...compared, ...(age ? [age] : []), ...(isOverdue ? [overdueDays] : [])],
    amount,
    fields,
    nameKind: nameKind?.nameKind ?? null,
    choice: head?.choice ?? null,
    // 미수금 많은 업체: not the book of companies.
    leftOut: isAboutReceivables
      ? books.found.filter((book) => !caseBooks.some((other) => other === book)).map((book) => bookNouns[book] ?? '')
      : [],
  }
}

/** 주소 관리, 회사 관리: a book by the name of its screen. */
const managedBook =
  /(?<![가-힣])((?:부동산 ?)?주소|회사|업체|은행|세대|공탁|등기|퀵|카드|휴가|문의|신청서|사업 ?구간|담당자) ?관리(?:에서는?|에는?|의|[은는])?(?=\s)/g

/** The number of a dwelling or lot, which any book may hold: 달빛스퀘어 503호, 달빛동 559-32. */
const placeNumber =
  /(?<![\d년])\d{1,4}\s*호(?![가-힣])|(?<!\d)\d{2,4}동(?=\s|의|에|은|$)|(?<![\d-])\d{1,4}-\d{1,4}(?![\d-])|\d\s*번지/
const placeBooks = ['real-estate-units', ...caseBooks, 'addresses'] as const

/** Adds what was paid, by day of payment: 보수료 얼마 받았어, 받은 보수료. */
function addReceivedField(read: ReturnType<typeof readFields>, text: string): ReturnType<typeof readFields> {
  const received =
    /(?:받았|들어왔)(?<=(?:보수료?|수임료|돈)[이가은는을를]?(?:\s*(?:총|모두|전부|얼마나?))?\s*(?:받았|들어왔))[가-힣]*|(?:받은|들어온)(?=\s*(?:총\s*)?(?:보수|수임료|돈))|(?:받았|들어왔|들어온)(?<=얼마나?\s*(?:받았|들어왔|들어온))[가-힣]*/.exec(
      text,
    )
  if (!received || /못\s*$/.test(text.slice(0, received.index))) return read
  const { 0: word, index: at } = received
  const paths = new Map<CollectionName, string>([['deposit-cases', 'deposit_at']])
  const field = { word: '입금된', at, end: at + word.length, paths }
  return {
    fields: [...read.fields.filter((other) => other.at < at || other.at >= field.end), field].toSorted(
      (a, b) => a.at - b.at,
    ),
    rest: blankOut(read.rest, at, word.length),
  }
}

/** The words for unpaid claims (미수금, 못 받은 돈). 등기필증 못 받은 거 is about the certificate. */
function findClaimWords(text: string): RegExpExecArray | null {
  const words = claimWords.exec(text)
  if (words) return words
  const unpaid = unpaidWords.exec(text)
  return unpaid && !hasObject(text.slice(0, unpaid.index)) ? unpaid : null
}

const claimWords =
  /미수(?!령)금?(?:이|은|을)?|(?:(?:아직\s*)?입금(?:이)?\s*(?:아직\s*)?안\s*된)\s*(?:금액|액|돈|비용)(?:이|은|을)?|미입금(?!일)(?:\s*(?:된|인))?(?:\s*(?:금액|액|돈|비용))?(?:이|은|을)?|(?:돈|비용|대금)[은는이가을를도]?\s*(?:아직(?:도)?\s*)?(?:못|안)\s*(?:받은|들어온|준|낸|보낸|받았|들어왔|줬|냈)[가-힣]*(?:\s*(?:거|것|사건|건))?|못\s*받은(?=\s*(?:보수|수임료))|(?:못\s*받은|안\s*들어온)\s*(?:돈|금액|비용)|받을\s*돈|입금\s*예정(?!일)(?:인|된)?(?:\s*(?:금액|액|돈|비용))?|외상|떼인\s*돈/
const unpaidWords = /못\s*받은\s*(?:거|것|사건|건)/

/** Whether a text ends in a noun other than money, with or without 아직: 등기필증 아직. */
function hasObject(text: string): boolean {
  const before = text
    .trimEnd()
    .replace(/(?:아직(?:도|까지)?|여태(?:껏)?|지금까지)$/, '')
    .trimEnd()
  const field = readFields(before).fields.at(-1)
  if (field && /^(?:\s*수령|\s*발행|\s*접수)?(?:이|가|은|는|을|를|도|만)?$/.test(before.slice(field.end)))
    return !field.paths.has('deposit-cases') || !moneyFields.has(field.paths.get('deposit-cases') ?? '')
  return /(?:증|서|본|장|번호|정보|서류|우편|도장|카드|통지|승인|연락|답장|답변|회신)(?:이|가|은|는|을|를|도|만)?$/.test(
    before,
  )
}

const moneyFields = new Set(['fees', 'fees_vat', 'proof', 'tax', 'stamp', 'deposit_at', 'cost_request_at'])

/** Whether it asks for what is claimed and not paid: 비용청구했는데 입금 안 된. */
function isClaimedUnpaid(text: string): boolean {
  const [, ...parts] = text.split('청구')
  return unpaidPattern.test(parts.join('청구'))
}

const unpaidPattern =
  /미입금|돈[이은]?\s*(?:아직\s*)?(?:(?:안|못)\s*(?:들어|받)|들어오지\s*않)|입금[가-힣]{0,8}\s*(?:안|아직\s*안|못|되지\s*않|하지\s*않|없)/

const overdueWords =
  /(?:기한|기일|마감일?)(?:이|을)?\s*(?:지난|지났|넘긴|넘은|놓친)[가-힣]*|(?<!(?:입금|보수료?|수임료|계산서|필증|돈|비용|청구|접수|우편|발송)[이가은는도]?\s?)(?:밀린(?=\s*(?:사건|건|거|것|일|업무|등기|공탁|게))|밀렸[가-힣]*|밀려\s*있[가-힣]*)/
const deadlineWords =
  /(?:(?:(?:처리|접수|신청|제출|마무리|완료|마감)\s*)?해야|끝내야|마쳐야|넣어야)\s*(?:할|하는|되는|함)|(?:(?:처리|완료|마감|접수|신청)할|끝낼|마칠)(?=\s)|마감(?:일|기한)?(?:이|은|인)?|(?:(?:기한|기일)(?:이|은)?\s*)?(?:임박(?:한|된)?|다가(?:오는|온|오))|놓치[가-힣]*|(?:곧|급한)(?=\s)/

function readAllDays(text: string, today: string) {
  const found: FoundDays[] = []
  let rest = text
  for (let read = readDays(rest, today); read && found.length < 3; read = readDays(rest, today)) {
    found.push(read)
    rest = read.rest
  }
  return { found, rest }
}

const comparisonWords =
  /(?<![가-힣])(?:보다|대비|에?\s?비해서?|에?\s?비하면)(?![가-힣])|(?:과|와|하고|랑)?\s?비교[가-힣]*|(?:얼마나\s)?(?:더\s)?(?:늘었|늘어났|늘고|줄었|줄어들었|줄고|증가|감소|많아졌|적어졌)[가-힣]*|더\s(?:많|적)[가-힣]*|차이[가-힣]{0,3}/

/** The period that a single one is compared with: 지난달보다 means this month, 이번 달 늘었어 last month. */
function addComparedPeriod(found: readonly FoundDays[], today: string): readonly Pick<FoundDays, 'range' | 'at'>[] {
  const [only, second] = found
  if (!only || second)
    return found.slice(0, 2).toSorted((a, b) => (a.range.from ?? '').localeCompare(b.range.from ?? ''))
  const [, unit = ''] = /(달|월|주|해|년|분기)/.exec(only.range.words) ?? []
  const isCurrent = (only.range.from ?? '') <= today && today <= (only.range.to ?? '')
  const other = readDays(comparedWords[unit]?.[isCurrent ? 0 : 1] ?? '', today)
  if (!other) return found
  const pair = [only, { range: other.range, at: only.at }]
  return isCurrent ? pair.toReversed() : pair
}

/** The period before and the current one, by unit. */
const comparedWords: Readonly<Record<string, readonly [string, string]>> = {
  달: ['지난달', '이번 달'],
  월: ['지난달', '이번 달'],
  주: ['지난주', '이번 주'],
  해: ['작년', '올해'],
  년: ['작년', '올해'],
  분기: ['지난 분기', '이번 분기'],
}

const overdueDays = { range: { from: null, to: '-1', words: '기한 지난' }, at: 0 }

/**
 * The age of a claim or another day (90일 넘은, 30일 이내 미수금, 접수한 지 한 달 넘은), in days before today;
 * converted to a day once the book is known.
 */
function readAge(
  text: string,
  isOfClaim: boolean,
  today: string,
): (Pick<FoundDays, 'range' | 'at'> & { rest: string }) | null {
  const match =
    /(?:(?<=[가-힣])지\s?)?(?<!\d)(?:(\d{1,3}|한|두|세|석|네|넉)\s*(일|주일?|개월|달)|(하루|이틀|사흘|나흘|닷새|일주일|열흘|보름))\s*(?:이\s*|이나\s*|도\s*)?(넘|초과|지난|지났|지나|이상|이내|안)[가-힣]*/.exec(
      text,
    )
  if (!match) return null
  const [, count = '', unit = '', span, direction = ''] = match
  // 10일 이내 alone looks ahead, and 3일 이상 of leave is its length.
  if (!isOfClaim && (/이내|안/.test(direction) || /휴가|연차|반차|병가/.test(text))) return null
  const isRecent = direction === '이내' || direction === '안'
  const length =
    span === undefined
      ? (numerals[count] ?? Number(count)) * (unit === '일' ? 1 : unit.startsWith('주') ? 7 : 30)
      : parseDayCount(span)
  const days = length + (direction === '이상' ? 0 : 1)
  const isInMonths = !isOfClaim && /개월|달/.test(unit)
  const monthsAgo = isInMonths ? addDays(stepDate(today, length / -30, '달'), direction === '이상' ? 0 : -1) : ''
  const rest = blankOut(text, match.index, match[0].length)
  const range = isRecent ? { from: `-${length}`, to: null } : { from: null, to: isInMonths ? monthsAgo : `-${days}` }
  return { range: { ...range, words: match[0] }, at: match.index, rest }
}

const numerals: Readonly<Record<string, number>> = { 한: 1, 두: 2, 세: 3, 석: 3, 네: 4, 넉: 4 }

/** Puts real-estate cases before deposit cases: 등기접수 안 된 사건. */
function orderCaseBooks(books: readonly CollectionName[], text: string): readonly CollectionName[] {
  if (!text.includes('등기') || text.includes('공탁') || !books.includes('real-estate')) return books
  return ['real-estate', ...books.filter((collection) => collection !== 'real-estate')]
}

function readBooks(read: string, { head, text }: { head: HeadNoun | null; text: string }) {
  const found: CollectionName[] = head ? [head.collection] : []
  let rest = read
  // 소유자 변경된 부동산: the property of the change.
  if (head) {
    const land = landPattern.exec(rest)
    const isPart = head.collection === 'address-changes'
    return {
      found,
      isNamed: true,
      namesBook: true,
      rest: land && isPart ? blankOut(rest, land.index, land[0].length) : rest,
    }
  }
  for (const { collection, pattern } of bookWords) {
    for (let match = pattern.exec(rest); match && match[0] !== ''; match = pattern.exec(rest)) {
      if (!found.includes(collection)) found.push(collection)
      rest = blankOut(rest, match.index, match[0].length)
    }
    if (!found.includes(collection) && pattern.test(rest)) found.push(collection)
  }
  // 달빛동 몇 필지: the counter is the noun.
  if (found.length === 0 && /몇\s*필지/.test(text)) found.push('addresses')
  const isOfLand = found.length === 0 || (found.length === 1 && found[0] === 'addresses')
  for (let land = isOfLand ? landPattern.exec(rest) : null; land; land = landPattern.exec(rest)) {
    if (found.length === 0) found.push('addresses')
    // Of all that is land, 토지 is a kind of property.
    if (land[0] === '토지') break
    rest = blankOut(rest, land.index, land[0].length)
  }
  const cases = casesPattern.exec(rest)
  if (cases) rest = blankOut(rest, cases.index, cases[0].length)
  const isAboutCases = cases !== null && found.length === 0
  const namesBook = found.length > 0
  return { found: isAboutCases ? [...caseBooks] : found, isNamed: namesBook || isAboutCases, namesBook, rest }
}

/** 정달래 주소지: the land itself, unless a case is named, of which it is a field. */
function readLand(fields: readonly NamedField[], books: ReturnType<typeof readBooks>) {
  if (books.isNamed || !fields.some(({ word }) => word === '주소지')) return { ...books, fields }
  const found: readonly CollectionName[] = ['addresses']
  return {
    rest: books.rest,
    fields: fields.filter(({ word }) => word !== '주소지'),
    found,
    isNamed: true,
    namesBook: true,
  }
}

/**
 * The books and fields that are named. 보류 사유 is of the cases in this state, whose notes may say
 * it; a request for leave has a field for it.
 */
function readSubject(
  named: ReturnType<typeof readFields>,
  { head, text, today }: { head: HeadNoun | null; text: string; today: string },
): ReturnType<typeof readLand> {
  const read = readLand(named.fields, readBooks(named.rest, { head, text }))
  const isReason = /(?:사유|이유)[가는은를]?(?=\s|$)|(?<![가-힣])왜(?=\s|$)/.test(text)
  const found = isReason && !read.isNamed ? findStateBooks(read.rest, today) : []
  if (found.length === 0) return read
  return { ...read, found, isNamed: true, fields: read.fields.filter(({ word }) => word !== '사유') }
}

/** The case books that have the named state: 조사중 건수. */
function findStateBooks(text: string, today: string): readonly CollectionName[] {
  return caseBooks.filter((book) => readStates({ text, rest: text }, book, today).filters.length > 0)
}

/** The books whose fields the question names, if it names no book or both case books. */
function findFieldBooks(
  found: readonly CollectionName[],
  fields: readonly NamedField[],
  {
    isAboutReceivables,
    isAboutDeadlines,
    measure,
    text,
    days,
  }: Pick<ParsedQuestion, 'isAboutReceivables' | 'isAboutDeadlines' | 'measure' | 'text'> & {
    readonly days: ReturnType<typeof readAllDays>
  },
): readonly CollectionName[] {
  // No other book has claims.
  if (isAboutReceivables) return ['deposit-cases']
  // 도로 지목 토지: the lands of an address.
  const [first] = fields
  if (
    found.length === 1 &&
    found[0] === 'addresses' &&
    first?.paths.has('address-lands') &&
    !first.paths.has('addresses')
  )
    return ['address-lands']
  // 취득세 제일 많이 나온 사람: only dwellings have the tax of a person.
  const isTaxOfPerson = fields.length > 0 && fields.every(({ word }) => /^(?:취득세|등록세)$/.test(word))
  const isOfDwelling = /^(?:사람|누가|누구|소유자)$/.test(measure.groupWord ?? '') || /(?:단지|아파트)(?=\s)/.test(text)
  if (found.length === 0 && isTaxOfPerson && isOfDwelling) return ['real-estate-units']
  // 취득세 합계: cases keep it with their other taxes, but dwellings have no day.
  if (found.length === 0 && isTaxOfPerson && days.found.length === 0) return ['real-estate-units', ...caseBooks]
  const isOpen = found.length === 0 || (found.length > 1 && caseBooks.every((book) => found.includes(book)))
  if (!isOpen) return found
  const candidates: readonly CollectionName[] =
    found.length > 0 || isAboutDeadlines ? caseBooks : bookWords.map(({ collection }) => collection)
  if (fields.length === 0) return found.length > 0 || isAboutDeadlines || measure.groupWord !== null ? caseBooks : []
  const matchingAll = candidates.filter((collection) => fields.every(({ paths }) => paths.has(collection)))
  const matching =
    matchingAll.length > 0
      ? matchingAll
      : candidates.filter((collection) => fields.some(({ paths }) => paths.has(collection)))
  const cases = matching.filter((collection) => caseBooks.some((caseBook) => caseBook === collection))
  if (cases.length > 0) return cases
  // 고유번호 2501-1999-001199: in whichever book it is.
  const isNumber = /\d{4}-\d{4}-\d/.test(text)
  return found.length > 0 ? found : isNumber ? matching : matching.slice(0, 1)
}
