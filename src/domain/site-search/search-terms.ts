import { correctEverydaySpelling } from '#domain/text/everyday-spelling.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'
import { rewrites } from './rewrites.ts'

/** A word of a question with its possible wordings on pages, each as terms. */
export interface QueryWord {
  readonly stem: string
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
export function toSearchTerms(text: string): string[] {
  return splitStems(text).flatMap(toSyllablePairs)
}

/** The words of a question, with the pages' words for them. */
export function toQueryWords(question: string): QueryWord[] {
  const words = toPageVocabulary(normalizeForSearch(question))
    .split(' ')
    .filter((word) => word !== '' && !/[ㄱ-ㅎ]/.test(word) && !fillerWord.test(word))
  const [verbs, otherWords] = [words.filter(isPlainVerb), words.filter((word) => !isPlainVerb(word))]
  const stems = new Set(splitStems(otherWords.join(' ')))
  // The question is about documents in general.
  if (stems.has('서류') && [...stems].every((stem) => /^(서류|부동산|등기)$/.test(stem))) stems.add('준비물')
  // Costs without a subject are those of registrations.
  const isAboutCosts = stems.size > 0 && verbs.length === 0 && [...stems].every((stem) => costWord.test(stem))
  const isAboutAnyRegistration = stems.size > 0 && [...stems].every((stem) => stem === '등기' || costWord.test(stem))
  return [
    ...(isAboutCosts ? [{ stem: '등기', wordings: [['등기']], weight: 0.5 }] : []),
    // Mostly that of a house.
    ...(isAboutAnyRegistration ? [{ stem: '등기', wordings: [toSyllablePairs('부동산')], weight: 0.2 }] : []),
    ...[...stems].map((stem) => ({
      stem,
      wordings: (synonyms.get(stem) ?? [stem]).map(toSyllablePairs),
      weight: weighStem(stem),
    })),
    ...splitStems(verbs.join(' ')).map((stem) => ({ stem, wordings: [toSyllablePairs(stem)], weight: verbWeight })),
  ]
}

/** Whether one typed word is several words of the pages: 등기비 is 등기 and 비용. */
export function isCompound(text: string): boolean {
  const typed = normalizeForSearch(text).trim()
  return typed.length > 2 && splitStems(toPageVocabulary(typed)).length > 1
}

/** The words that a question is searched by, with the pages' words for them: 비용 and 보수 for 얼마. */
export function listSearchWords(question: string): string[] {
  const stems = toQueryWords(question).flatMap(({ stem }) => [stem, ...(synonyms.get(stem) ?? [])])
  return [...new Set(stems)].filter((stem) => stem.length > 1)
}

/**
 * The matter that a question names, in the words of the pages: 상속 for 집을 물려받았어요; empty without
 * one.
 */
export function findMatter(question: string): string {
  return [...new Set(toPageVocabulary(normalizeForSearch(question)).match(matterWords))].join(' ')
}

const matterWords =
  /개인회생|파산|개명|후견|경매|상속포기|한정승인|상속|증여|매매|신탁|재산분할|소유권이전|근?저당권?|전세권|임차권|가등기|가압류|말소|설정|공탁금?|출급|회수|(?<!인)법인|회사|설립|임원|본점|증자|해산|청산|등기필증|셀프|지급명령|소송|강제집행|빌려준|보증금|등기(?!부|필)/g

/**
 * A question about a registration without its circumstances: 상속 등기 서류 for 미성년자 상속 등기 서류; empty
 * when it names none.
 */
export function generalizeQuestion(question: string): string {
  const text = toPageVocabulary(normalizeForSearch(question))
  if (otherMatters.test(text)) return ''
  const [procedure] = procedures.exec(text) ?? []
  if (procedure !== undefined) return procedure
  if (text.includes('공탁')) return '공탁'
  const registration = findRegistration(text, question)
  if (registration === '') return /명의(?!인)/.test(text) ? '소유권이전등기' : ''
  const matter = registration === '이전' ? '소유권이전등기' : `${registration} 등기`
  return [matter, ...new Set(text.match(/서류|비용|기한|걸리나요|외국/g))].join(' ')
}

/** `text`: the question in the words of the pages. */
function findRegistration(text: string, question: string): string {
  const named = registrationWords.exec(text)?.[1] ?? /(상속|증여)(?:을|를|도)? ?받/.exec(question)?.[1]
  if (named !== undefined) return named
  return /저당권?(?:을|를|은|는)? ?말소/.test(text)
    ? '근저당 말소'
    : (/상속(?=인|$| )|증여(?!세)/.exec(text)?.[0] ?? '')
}

/** Work with one section of its own, whatever its circumstances are. */
const procedures =
  /상속포기|한정승인|지급명령|강제집행|임차권등기명령|변제공탁|형사공탁|공탁금 ?출급|공탁금 ?회수|본점 ?이전|임원 ?변경|(?:회사|법인) ?설립/

/** What is said about a registration in general is wrong for these. */
const otherMatters = /전세권|지상권|지역권|임차권|가등기|가압류|가처분|취하/
const registrationWords = /(상속|증여|매매|신탁|말소|설정|이전|법인|임원|본점)(?:은|는|을|를|의|도)? ?(?:권 ?)?등기/

/** Whether a question asks for papers, costs or a period without a matter: 서류는요? 얼마나 걸려요? */
export function asksAboutLastMatter(question: string): boolean {
  const words = toQueryWords(question)
  return words.length > 0 && !/등기|견적/.test(question) && words.every(({ stem }) => aspectWord.test(stem))
}

const aspectWord =
  /^(?:등기|서류|준비물?|비용|보수|수수료|가격|요금|값|기간|기한|절차|방법|얼마나?|언제|걸리|걸리나요|정해지.*|신청.*|진행.*)$/

/** A question in the words of the pages, after the words as typed. */
export function toPageWords(question: string): string {
  const text = normalizeForSearch(question)
  return `${text} ${toPageVocabulary(text)}`
}

/** Whether a question about a delay names nothing that is late: 늦으면 과태료 얼마예요. */
export function namesOnlyLateness(question: string): boolean {
  return toQueryWords(question).every(({ stem, weight }) => weight < 1 || lateWord.test(stem))
}

const lateWord =
  /^(?:등기|신고|신청|기한|기간|날짜|과태료|벌금|벌칙금?|가산세|불이익|페널티|패널티|늦.*|넘.*|지나.*|지난.*|제때|미루.*|미뤄.*|방치.*|놓.*|얼마나?|비용|물.*|내.*|나오.*|나와.*|나올.*|나옴|붙.*|생기.*|있.*|무.*|정도|만약.*|계속|2주|두|주|부과.*|않.*|많이|최대|지연.*|되.*|됨|어떻게.*|깜빡.*|했.*|\d+|하.*)$/

const verbWeight = 0.45
const costWord = /^(비용|보수|수수료|가격|요금|값|얼마나?)$/

function weighStem(stem: string): number {
  if (/^(얼마나?|언제|어디|매매)$/.test(stem)) return 0.5
  return /^(비용|보수|수수료|가격|요금|값|기한|기간|견적|서류|계산)$/.test(stem) ? 1.6 : 1
}

function splitStems(text: string): string[] {
  const words = normalizeForSearch(text).match(/[가-힣]+|[a-z0-9]+/g) ?? []
  return words
    .map(stripEndings)
    .flatMap(splitCompound)
    .filter((stem) => !everydayWord.test(stem))
}

/** Splits compounds that end in one of these words: 상속등기 also finds pages about 상속 and 등기. */
function splitCompound(stem: string): string[] {
  const [, before = '', last = ''] = compound.exec(stem) ?? []
  return before === '' || synonyms.has(stem) ? [stem] : [...splitCompound(before), last]
}

const compound = /^(..+)(등기|공탁|신청|서류|비용|절차|기한|기간|말소|설정|설립|변경|출급|회수|결제)$/

function toSyllablePairs(stem: string): string[] {
  if (stem.length === 1 || !/^[가-힣]/.test(stem)) return [stem]
  return Array.from({ length: stem.length - 1 }, (_, index) => stem.slice(index, index + 2))
}

/**
 * Strips the particles at the end of a word (에서도 is two); a stem keeps two syllables, so that 회의
 * and 등기 stay what they are.
 */
export function stripEndings(word: string): string {
  const stem = word.replace(endings, '')
  if (stem === word || stem.length < 2) return word
  return stripEndings(stem)
}

const particles =
  '이란 이라는 에서는 에서 에게 으로는 으로 부터 까지 이나 이랑 하고 처럼 보다 마다 은 는 이 가 을 를 의 에 도 만 와 과 로 나 랑'.split(
    ' ',
  )
const verbs =
  '하려면 하려고 하는데 하려는데 하려는데요 하는 하면 해야 해 해서 했는데 합니다 하나요 할까요 할 한 하고 해요 나요 까요 어요 아요 습니까 려면 되나요 됩니까 되는 되면 돼요 이면 이면요 이라면 이라면요 인가요 인데 인데요 입니다 이에요 예요 입니까 받으려면 받나요 맡기면'.split(
    ' ',
  )
const endings = new RegExp(`(${[...verbs, ...particles].toSorted((a, b) => b.length - a.length).join('|')})$`)

const everydayWord =
  /^(저희?|제가?|나|내|우리|이런?|그런?|저런?|그럼|혹시|[이그]게|[이그]건|[이그]거|후|뒤|좀|더|또|및|등|수|것|거|게|때|알려.*|보여.*|말해.*|설명.*|가르쳐.*|궁금.*|어떻게|어떤|어떠.*|무엇|무슨|뭐.*|뭔.*|왜|있.*|없.*|주세요|주실.*|주나요|싶.*|해요|하나요|하나|못|안|받았.*|보내.*|맡기.*|맡길.*|맡겨.*|드리.*|받을.*|쓰.*|써.*|가나요|해주.*|같은|받.*수|하면|해도|되나요|되나|될까.*|돼.*|부탁.*|안녕.*|고마.*|필요.*|가능.*|관련|대해.*|대한|경우|요|네|좋.*)$/

/**
 * Words of questions with their counterparts on the pages. A short manual list: a misleading
 * synonym costs more than a missing one.
 */
const synonyms = new Map<string, readonly string[]>([
  ['얼마', ['비용', '보수']],
  ['수수료', ['비용', '보수']],
  ['법무사비', ['비용', '보수']],
  ['기한', ['기한', '언제']],
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
  ['준비물', ['서류', '준비물']],
  ['값', ['비용', '보수']],
  ['빚', ['빚', '빚이', '빚을']],
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
  ['저당권', ['근저당']],
  ['근저당권', ['근저당']],
  ['명의', ['소유권']],
  ['대출', ['근저당', '대출']],
  ['법인', ['법인', '회사']],
  ['창업', ['설립']],
  ['전세', ['보증금', '전세']],
  ['돈', ['돈', '대여금', '채권']],
  ['빌려준', ['채권', '회수']],
  ['빌려', ['채권', '회수']],
  ['못받은', ['채권', '회수']],
  ['대표이사', ['임원']],
  ['증자', ['증자', '신주']],
  ['변호사', ['변호사', '소송대리']],
  ['같이', ['함께']],
  ['임대사업자', ['임대사업자', '임대주택']],
  ['등기권리증', ['등기필증']],
  ['분실', ['잃어버렸']],
  ['잃어버렸어', ['잃어버렸']],
  ['재판', ['소송']],
  ['유언장', ['유언']],
  ['인지세', ['증지']],
  ['월세', ['임대차', '보증금']],
  ['차임', ['임대차', '보증금']],
  ['재외국민', ['외국']],
  ['재개발', ['재개발', '신탁']],
  ['당일', ['그날', '당일']],
])

/** Words that are often typed without the space between them. */
const spacings: readonly (readonly [typed: RegExp, spaced: string])[] = [
  // 세금은요, 본점이요
  [/(?<=[가-힣][은는이도])요(?= |$)/g, ''],
  [/(?<= |^)(못|안)(?=(?:받|갚|돌려|내|줘|주|낸|준|하|해|했)[가-힣])/g, '$1 '],
  [/(?<=[할팔살될갈올받맡볼을])수 ?(?=있|없)/g, ' 수 '],
  [/(?<=[가-힣][는을])법(?=(?:[은이을]|좀)?(?: |$))/g, ' 법'],
  [/(?<= |^)(?:대략|대충|총|보통|평균) (?=.*(?:얼마|비용))/g, ''],
  [/어느 ?정도 ?(?=걸)/g, '얼마나 '],
  [/(?<=고)(?=싶)/g, ''],
  [/(살|팔|할|[주받]을|줄)때(?=[는도]? |$)/g, '$1 때'],
  [/(아파트|주택|빌라|오피스텔|상가|건물|토지|부동산)(?=매매|상속|증여|등기|명의)/g, '$1 '],
  [/(셀프|혼자|혼자서)(?=등기)/g, '$1 '],
  // 설립해주나요, 변경해 주실 수 있나요
  [/(?<=[가-힣]{2}) ?해 ?주(?:[나시실세]|는지|면)[가-힣]*(?: 수 ?있[가-힣]*)?(?= |$)/g, ' '],
  [/(부모님?|아버지|어머니|엄마|아빠)(?=집|땅|아파트|빌라)/g, '$1 '],
  [/(?<=.)해야 ?(?:하|되|돼|할)[가-힣]*/g, ' 해야'],
  [/(?:어떻게|어떡)(?:하|해|할|되|돼)[가-힣]*/g, '어떻게'],
]

/** Rewrites a question in the words of the pages. `text`: normalized for search. */
function toPageVocabulary(text: string): string {
  const lettersOnly = text.replace(/[^가-힣ㄱ-ㅎa-z0-9]+/g, ' ').trim()
  return [...nounForms, ...spacings, ...rewrites].reduce(
    (phrase, [words, meant]) => phrase.replace(words, ` ${meant} `).replace(/ +/g, ' ').trim(),
    correctEverydaySpelling(lettersOnly),
  )
}

/** Notes end in nouns: 대표이사 바뀜, 등기필증 잃어버림, 주소 다름. */
const nounForms: readonly (readonly [noun: RegExp, verb: string])[] = [
  [/바뀜(?= |$)/g, '바뀌었어요'],
  [/바꿈(?= |$)/g, '바꾸었어요'],
  [/다름(?= |$)/g, '달라요'],
  [/틀림(?= |$)/g, '틀렸어요'],
  [/늦음(?= |$)/g, '늦었어요'],
  [/[잃일]어 ?버림(?= |$)|잃음(?= |$)/g, '잃어버렸어요'],
  [/없어짐(?= |$)/g, '없어졌어요'],
  [/갚음(?= |$)/g, '갚았어요'],
  [/옮김(?= |$)/g, '옮겼어요'],
  [/이사함(?= |$)/g, '이사했어요'],
  [/넘김(?= |$)/g, '넘겼어요'],
  [/(?<= |한|간)지남(?= |$)/g, '지났어요'],
  [/끝남(?= |$)/g, '끝났어요'],
  [/돌아가심(?= |$)/g, '돌아가셨어요'],
  [/빌려 ?줌(?= |$)/g, '빌려줬어요'],
  [/떼임(?= |$)/g, '떼였어요'],
  [/받음(?= |$)/g, '받았어요'],
  [/(안|물려) ?줌(?= |$)/g, '$1 줘요'],
  [/(?<= |^)없음(?= |$)/g, '없어요'],
  [/(?<= |^)(못 ?)?찾음(?= |$)/g, '$1 찾았어요'],
  [/(?<=[가-힣][았었였했됐왔갔샀겼졌쳤났])음(?= |$)/g, '어요'],
  [/막힘(?= |$)/g, '막혔어요'],
  [/(?<=도착|신청|접수|이혼|분실|폐업|사임|퇴임|취임|상속|증여)함(?= |$)/g, '했어요'],
  [/(?<= |^)옴(?= |$)/g, '왔어요'],
  [/나눔(?= |$)/g, '나눠요'],
  [/지움(?= |$)/g, '지워요'],
  [/(?:풂|풀음)(?= |$)/g, '풀어요'],
  [/(?<= |^)(?:팖|팔음)(?= |$)/g, '팔았어요'],
]

const verbEnding =
  /(?:[아어여려해]요|[았었였했]는데요?|[았었였했]어요?|나요|까요|는데요?|습니다|니다|려고요?|려면|지만|거든요|네요|는지|[아어여]서|[죠고]|세요|[하되]는)$/
/** 얼마인가요 names a matter, and so does 상속하려고. */
const namesSomething =
  /(?:인가요|이에요|예요|에요|입니까|입니다|인데요?)$|^..+(?:하|해|했|합|할|되|됐|됩|될|돼)[가-힣]{0,4}$/

/**
 * Whether a word is a verb whose stem names no matter, such as 시끄러워요 or 무너졌는데. It says less about
 * the subject than a noun.
 */
function isPlainVerb(word: string): boolean {
  return (
    verbEnding.test(word) && !namesSomething.test(word) && !/(?:신고|광고|공고|창고|보고|항고|상고|재고)$/.test(word)
  )
}

/** Verbs and persons that occur in any question and say nothing about its subject. */
const fillerWord =
  /^(?:[을를은는이가도의에데할한]|감사(?:합|드|해|하).*|해야|야|급해요?|급합니다|급한데요?|급하게|빨리|다|모두|전부|꼭|직접|바로|먼저|미리|지금|이번에?|얼른|제|저|안|못|들어?요?|들어가.*|드나요|드는데?요?|나오나요|나와요|걸리는지|내요|내나요|내야|내면|내는|냈.*|치르.*|치렀.*|치른|에서|가요|찾아가.*|가야|누가|누구[랑와]|본인[이은만도]?|아니(?:에요|예요|죠|지요|에여)|가도|가면|가나요|오나요|돌려.*|안줘요|줘요|줍니다|준대요|않.*|그냥|도와.*|도움.*|도우.*|물어[봐보볼본].*|받기로|끝났.*|끝나.*|갚.*|하는데요?|하려는데요?|하려고요?|하려면|하고|합니다|했어요|했는데요?|보고|보려고요?|받아.*|받으.*|받고|받았.*|받나요|주려고요?|나요|부모님?|아버지|어머니|아빠|엄마|할머니|할아버지|동생|언니|누나|오빠|형|자식|자녀|아들|딸|남편|아내|배우자|가족|형제|지인|친구|세입자|뭐부터|이렇게|비싸.*)(?:이|가|은|는|께|께서|에게|한테|의|도)?$/
