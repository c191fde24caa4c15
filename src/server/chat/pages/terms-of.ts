import { normaliseForSearch } from '#domain/text/search-text.ts'
import { toPageVocabulary, isPlainVerb, saysNothing } from './everyday-wordings.ts'

/** A word of a question with its possible wordings on pages, each as terms. */
export interface QueryWord {
  readonly wordings: readonly (readonly string[])[]
  /**
   * 1 by default; less for 얼마 and 언제, which pages hardly use, and for verbs; more for 비용 and 기한,
   * which say what is asked about the subject.
   */
  readonly weight: number
}

/**
 * The search terms of a text: for Hangul words the pairs of syllables of their stem, so that 이전등기
 * and 등기를 find 소유권이전등기; other words and numbers unchanged. Words of any question (알려 주세요, 어떻게) are
 * left out.
 */
export function termsOf(text: string): string[] {
  return wordsIn(text).flatMap(pairsOf)
}

/** The words of a question, with the pages' words for them. */
export function queryWordsOf(question: string): QueryWord[] {
  const words = toPageVocabulary(normaliseForSearch(question))
    .split(' ')
    .filter((word) => word !== '' && !/[ㄱ-ㅎ]/.test(word) && !saysNothing.test(word))
  const [verbs, others] = [words.filter(isPlainVerb), words.filter((word) => !isPlainVerb(word))]
  const stems = new Set(wordsIn(others.join(' ')))
  return [
    ...[...stems].map((stem) => ({ wordings: (synonyms.get(stem) ?? [stem]).map(pairsOf), weight: weightOf(stem) })),
    ...wordsIn(verbs.join(' ')).map((stem) => ({ wordings: [pairsOf(stem)], weight: verbWeight })),
  ]
}

const verbWeight = 0.45

function weightOf(stem: string): number {
  if (/^(얼마나?|언제|어디|매매)$/.test(stem)) return 0.5
  return /^(비용|보수|수수료|가격|요금|값|기한|기간|견적)$/.test(stem) ? 1.6 : 1
}

function wordsIn(text: string): string[] {
  const words = normaliseForSearch(text).match(/[가-힣]+|[a-z0-9]+/g) ?? []
  return words
    .map(stemOf)
    .flatMap(partsOf)
    .filter((stem) => !everyday.test(stem))
}

/** Splits compounds that end in one of these words: 상속등기 also finds pages about 상속 and 등기. */
function partsOf(stem: string): string[] {
  const [, before = '', last = ''] = /^(..+)(등기|공탁|신청|서류|비용|절차|기한)$/.exec(stem) ?? []
  return before === '' || synonyms.has(stem) ? [stem] : [before, last]
}

function pairsOf(stem: string): string[] {
  if (stem.length === 1 || !/^[가-힣]/.test(stem)) return [stem]
  return Array.from({ length: stem.length - 1 }, (_, at) => stem.slice(at, at + 2))
}

/**
 * Without the particles at its end (에서도 is two); a stem keeps two syllables, so that 회의 and 등기 stay
 * what they are.
 */
export function stemOf(word: string): string {
  const stem = word.replace(endings, '')
  if (stem === word || stem.length < 2) return word
  return stemOf(stem)
}

const particles = [
  '이란',
  '이라는',
  '에서는',
  '에서',
  '에게',
  '으로는',
  '으로',
  '부터',
  '까지',
  '이나',
  '이랑',
  '하고',
  '처럼',
  '보다',
  '마다',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '도',
  '만',
  '와',
  '과',
  '로',
  '나',
  '랑',
]
const verbs = [
  '하려면',
  '하려고',
  '하는데',
  '하는',
  '하면',
  '해야',
  '해',
  '해서',
  '했는데',
  '합니다',
  '하나요',
  '할까요',
  '할',
  '한',
  '하고',
  '나요',
  '까요',
  '어요',
  '아요',
  '습니까',
  '려면',
  '되나요',
  '됩니까',
  '되는',
  '되면',
  '돼요',
  '인가요',
  '인데',
  '이에요',
  '예요',
  '입니까',
  '받으려면',
  '받나요',
  '맡기면',
]
const endings = new RegExp(`(${[...verbs, ...particles].toSorted((a, b) => b.length - a.length).join('|')})$`)

const everyday =
  /^(저희?|제가?|나|내|우리|이런?|그런?|저런?|그럼|혹시|좀|더|또|및|등|수|것|거|게|때|알려.*|말해.*|설명.*|가르쳐.*|궁금.*|어떻게|어떤|어떠.*|무엇|무슨|뭐.*|뭔.*|왜|있.*|없.*|주세요|주실.*|주나요|싶.*|해요|하나요|하나|못|안|받았.*|보내.*|맡기.*|맡길.*|맡겨.*|드리.*|받을.*|쓰.*|가나요|해주.*|같은|받.*수|하면|해도|되나요|되나|될까.*|돼.*|부탁.*|안녕.*|감사.*|고마.*|필요.*|가능.*|관련|대해.*|대한|경우|요|네|좋.*)$/

/**
 * Words of questions with their counterparts on the pages. A short manual list: a misleading
 * synonym costs more than a missing one.
 */
const synonyms = new Map<string, readonly string[]>([
  ['얼마', ['비용', '보수']],
  ['얼마나', ['비용', '기간']],
  ['가격', ['비용', '보수']],
  ['요금', ['비용', '보수']],
  ['수수료', ['비용', '보수']],
  ['법무사비', ['비용', '보수']],
  ['걸리', ['기간', '걸리']],
  ['기한', ['기한', '언제']],
  ['영업시간', ['시간', '휴무']],
  ['운영시간', ['시간', '휴무']],
  ['상담시간', ['시간', '휴무']],
  ['주말', ['공휴일', '휴무']],
  ['점심시간', ['시간', '휴무']],
  ['저녁', ['시간', '휴무']],
  ['평일', ['평일', '휴무']],
  ['토요일', ['공휴일', '휴무']],
  ['일요일', ['공휴일', '휴무']],
  ['근무', ['시간', '휴무']],
  ['어디', ['주소', '방문']],
  ['위치', ['주소', '방문']],
  ['찾아가', ['주소', '방문']],
  ['전화번호', ['전화']],
  ['연락처', ['전화']],
  ['준비물', ['서류']],
  ['값', ['비용', '보수']],
  ['비용', ['비용', '보수']],
  ['보수', ['비용', '보수']],
  ['은행', ['금융기관', '은행']],
  ['집', ['부동산', '집']],
  ['땅', ['부동산', '토지']],
  ['주택', ['부동산', '주택']],
  ['아파트', ['부동산']],
  ['빌라', ['부동산']],
  ['오피스텔', ['부동산']],
  ['상가', ['부동산']],
  ['건물', ['부동산', '건물']],
  ['벌금', ['과태료']],
  ['저당', ['근저당']],
  ['명의', ['소유권']],
  ['대출', ['근저당', '대출']],
  ['법인', ['법인', '회사']],
  ['창업', ['설립']],
  ['돈', ['돈', '대여금', '채권']],
  ['빌려준', ['채권', '회수']],
  ['빌려', ['채권', '회수']],
  ['못받은', ['채권', '회수']],
  ['대표이사', ['임원']],
  ['증자', ['증자', '신주']],
  ['변호사', ['변호사', '소송대리']],
  ['같이', ['함께']],
  ['등기권리증', ['등기필증']],
  ['분실', ['잃어버렸']],
  ['잃어버렸어', ['잃어버렸']],
  ['재판', ['소송']],
  ['재개발', ['재개발', '신탁']],
])
