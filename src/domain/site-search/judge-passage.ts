import type { SiteSection } from '#contract/site/site-sections.ts'
import { findSoundAlike, shortMatters } from '#domain/text/forgiving-search.ts'
import { scoreWord } from './rank-sections.ts'
import { type Aspect, hasEvidence } from './read-aspects.ts'
import { listMatters, type Matter, rootMatters } from './read-matters.ts'
import { readSubject, toPlainText } from './read-subject.ts'
import { type QueryWord, toQueryWords, toSearchTerms } from './search-terms.ts'

/**
 * Whether a ranked section holds the matter and the aspects of a question. A word may be rare
 * enough to rank a section first that says nothing of the rest.
 */
export function isAnswer(question: string, section: SiteSection): boolean {
  const { heading, text } = section
  const { matters, topics } = readSubject(question)
  const here = new Set(listMatters(toPlainText(listTexts(section))))
  return (
    (matters.length === 0 || matters.some((matter) => isAssumed(matter) || here.has(matter))) &&
    listUnanswered(question, section).length === 0 &&
    (!lost.test(question) || lost.test(heading + text)) &&
    readFigure(question)?.test(text) !== false &&
    // 공탁소 전화번호
    (matters.length === 0 || !topics.includes('telephone') || text.includes('전화:')) &&
    !isOnlyMentioned(question, text)
  )
}

/** The pages about these name them by other words. */
function isAssumed(matter: Matter): boolean {
  return rootMatters.has(matter) || matter === 'lease'
}

const lost = /잃어|분실/

/** What a section does not say; `isUnwritten`: its deadlines are those of other matters. */
export function listUnanswered(question: string, { text }: SiteSection, isUnwritten = false): Aspect[] {
  return readSubject(question).aspects.filter(
    (aspect) => figures.has(aspect) && (!hasEvidence(text, aspect) || (isUnwritten && aspect === 'deadline')),
  )
}

/** Aspects that only a figure or a rule answers. */
const figures: ReadonlySet<Aspect> = new Set(['deadline', 'duration', 'penalty', 'validity', 'tax'])

function listNouns(text: string): QueryWord[] {
  return toQueryWords(text).filter(({ weight }) => weight >= 1)
}

function listMissing(words: readonly QueryWord[], section: SiteSection): QueryWord[] {
  const terms = new Set(toSearchTerms(listTexts(section)))
  return words.filter((word) => scoreWord(word, terms) < minShown)
}

/** Of the syllable pairs of a word, squared: 집주소 is covered by 주소. */
const minShown = 0.2

function listTexts({ page, heading, text }: SiteSection): string {
  return `${page} ${heading} ${text}`
}

/** 국민주택채권이 뭐예요 is answered where it is explained, and not where it is one word of a list. */
function isOnlyMentioned(question: string, text: string): boolean {
  const word = readDefined(question)
  const after = word === '' ? [] : text.split(word).slice(1)
  return after.length > 0 && !after.some((rest) => /^(?:은|는|이란|란) /.test(rest))
}

/** The section that explains the word whose meaning is asked. */
export function findDefinition(question: string, sections: readonly SiteSection[]): SiteSection | undefined {
  const word = readDefined(question)
  return word === ''
    ? undefined
    : sections.find(({ text }) =>
        text
          .split(/\. |\n/)
          .some(
            (sentence) =>
              definition.test(sentence) && topicEndings.some((ending) => sentence.startsWith(word + ending)),
          ),
      )
}

const topicEndings = ['은 ', '는 ', '이란 ', '란 ']

/** Ends a sentence that says what something is. */
const definition = /(?:말합니다|뜻합니다|[절차서류곳돈것권리]입니다)\.?$/

function readDefined(question: string): string {
  const [, word = ''] =
    /^([가-힣]{2,30}?)[이가은는]? ?(?:뭐|뭔|무엇|무슨 ?뜻|뜻이?)[가-힣]{0,10}$/.exec(readBeginning(question)) ?? []
  return word
}

/** A figure that a question asks for: 얼마까지, 몇 년. Null for any other. */
export function readFigure(question: string): RegExp | null {
  const text = readBeginning(question)
  if (/얼마 ?(?:까지|이하)|한도/.test(text)) return /\d(?:만|억)? ?원 ?(?:이하|까지|이내)/
  return counted.find(({ asked }) => asked.test(text))?.figure ?? null
}

const counted = [
  { asked: /몇 ?년/, figure: /\d ?년/ },
  { asked: /몇 ?명/, figure: /\d ?명/ },
  { asked: /몇 ?살/, figure: /\d ?살/ },
  { asked: /몇 ?층/, figure: /\d ?층/ },
  { asked: /몇 ?회/, figure: /\d ?회/ },
]

function readBeginning(question: string): string {
  return toPlainText(question.slice(0, 200))
}

/** The nouns of a question, besides its matter and aspects, that a section has in no wording. */
function listUncovered(question: string, section: SiteSection): string[] {
  const text = readBeginning(question)
  const typed = new Set(text.split(' '))
  const rest = readSubject(question)
    .rest.split(' ')
    .filter((word) => typed.has(word))
  const missing = listMissing(listNouns(text), section).map(({ stem }) => stem)
  return [
    ...(text.match(otherBody) ?? []).filter((body) => !section.text.includes(body)),
    ...(section.href.startsWith('/services/civil') && /등기(?![필부소])/.test(text) ? ['등기'] : []),
    ...(replacement.exec(text) ?? []),
    ...unsaid.filter(([, asked, said]) => asked.test(text) && !said.test(section.text)).map(([name]) => name),
    ...missing.filter(
      (stem) =>
        rest.some((word) => word.startsWith(stem)) &&
        ![aside, asideBeginning, verbForm].some((words) => words.test(stem)) &&
        listMatters(stem).length === 0 &&
        findSoundAlike(stem, shortMatters) === null,
    ),
  ]
}

/** 학교법인 is no company. */
const otherBody =
  /(?<![가-힣])(?:학교|의료|종교|영농|영어|농업|사회복지|특수|외국|조합)[가-힣]{0,4}법인|[가-힣]{0,6}(?:협동조합|종중|교회|사찰)/g

/** To replace a thing that pages name only among papers. */
const replacement = /(?:인감(?! ?증명)|도장|통장|카드)[을를도은]? ?(?:바꾸|바꿔|변경|교체|새로|재발급|재교부)/

const issued = /떼[어 ]?[주줘]|뗄|뗍|발급/

/** What is asked next to a matter, with the words of a section that says it. */
const unsaid: readonly (readonly [name: string, asked: RegExp, said: RegExp])[] = [
  ['발급', issued, issued],
  ['유언장 작성', /유언장?[을를도은는]? ?(?:좀 ?|대신 ?)?(?:써|쓰|작성|만들)/, /유언(?:장|증서)[을를] 작성/],
  ['연락 두절', /^(?=.*(?:상속|형|누나|동생|언니|오빠)).*(?:연락[이도을]? ?(?:안|두절|끊|없)|행방)/, /연락이|행방/],
  ['사기', /전세 ?사기|사기[를을]? ?당/, /사기/],
  ['누가', /(?:누|매도인이?|매수인이?|주인이?|세입자|사람이?)[가 ] ?(?:내|부담|물어|지불)/, /부담|청구할 수/],
  ['할인', /할인|깎|네고/, /할인|감면/],
  ['점심', /점심/, /점심/],
  // The examples of the tax are of houses.
  [
    '종류',
    /(?:오피스텔|상가|토지|땅|농지|건물)(?=.{0,60}(?:취득세|세금|세율))(?!.{0,60}(?:언제|신고|기한|며칠|까지))/,
    /상가/,
  ],
  ['감사 없이', /감사[가는은도]? ?없/, /감사[^.]*없/],
  ['월세', /월세(?! ?보증금)|차임/, /임대차.{0,20}다툼|채권자가 받지/],
]

/** Whether a heading has a noun of the question. */
export function isHeadedBy(question: string, { href, heading }: SiteSection): boolean {
  const nouns = listNouns(readBeginning(question))
  return listMissing(nouns, { href, heading, page: '', text: '' }).length < nouns.length
}

/** Whether a passage answers a question, only comes near, or is about something else. */
export function judgePassage(question: string, section: SiteSection, isAlone: boolean): 'answer' | 'near' | 'other' {
  const text = readBeginning(question)
  if (others.some(([asked, said]) => asked.test(text) && !said.test(section.text))) return 'other'
  if (listUncovered(question, section).length === 0) return 'answer'
  // 주택 청약 is no 청약철회, the matter of a heading that the question does not name.
  const nouns = listNouns(text)
  const isNamed = listMissing(nouns, { ...section, text: '' }).length < nouns.length
  const isStrange = !isNamed && readSubject(question).matters.length === 0 && listMatters(section.heading).length > 0
  return isAlone && isStrange ? 'other' : 'near'
}

/**
 * Another side, officer or office, or a compound with the word of a matter, and what would answer
 * it.
 */
const others: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [/감사[의는은도]? ?임기/, /감사의/],
  [/^(?!.*(?:끝|만료|지났)).*감사[의는은도]? ?임기/, /감사의 임기/],
  [/(?:유한|합[자명]|사단|재단|조합).*임기/, /유한회사의 임기/],
  [/명의 ?신탁/, /명의신탁/],
  [/^(?:[가-힣]+ )?(?:빚|채무)[이도은는]? ?(?:더 |너무 |좀 )?(?:있|많|남)[가-힣]*$/, /상속포기|개인회생/],
  // The services are for the creditor who seizes.
  [/^(?!.*(?:공탁|보상금|파산|회생)).*압류[가를도]? ?(?:당|[됐되된]|걸[렸린려])/, /풀기 위/],
  [
    /^(?!.*(?:법무사|(?<!동)사무[실소]))(?=.*(?:등기소|공탁소(?!.*전화)|법원|[구시]청|은행|센터|세무서|검찰청|동사무소))(?=.*(?:몇 ?시|[업무심] ?시간|주말|토요일|전화 ?번호|주차|(?:주소|위치)[는가를]? ?(?:알|어디|뭐|$)))/,
    /^$/,
  ],
  [/(?:전입|혼인|출생) ?(?:신고)?[를을은는]? ?(?:하는 ?법|방법|어떻게|서류|절차)/, /^$/],
]

/** Times, amounts, persons and acts around the subject of a question. */
const aside =
  /^(?:\d+|[이그저]건?|[이그]거|주소지?|하나|뭘|나온|쓴|지|당한|[두세]|[년월일주달명]이?|개월|오늘|내일|모[레래]|다음|이번|이제|지금|다시|많이|대략|대충|어느|정도|바로|중에?|온라인|인터넷|새로|먼저|포함|이용|법|빚|답|이름|서류|계약[서했]?|넘기면|내야|서울|부산|인천|대구|광주|대전|울산|제주|사무실|담당자|고객|사람|변경|이전|신청|신고|작성|추가|취소|진행|처리|완료|시작|준비|확인|금액|문의|상담|늦은|알아보고|일은|전화로)$/
const asideBeginning = /^(?:[여거저]기|어디|얼마|법무사|어느정)/
const verbForm = /[하해했되돼됐]|(?:요|려고|면|는데|야|야지)$/
