import { readFollowUp } from '#domain/chat/reading/follow-up.ts'
import { findOtherWork } from './other-work.ts'
import { aspectNames } from './read-aspects.ts'
import { asksAboutLateness } from './read-lateness.ts'
import { readSubject, toPlainText } from './read-subject.ts'
import { asksAboutLastMatter, findMatter, toQueryWords } from './search-terms.ts'

/** 증여면요 after a question about the deadline of a sale asks for that of a gift. */
export function repeatAspects(question: string, answered: readonly string[]): string {
  const { matters, aspects, rest } = readSubject(question)
  const besides = rest.replace(statedPrice, ' ').trim()
  if (matters.length === 0 || aspects.length > 0 || !isBareMention(besides)) return question
  const last = answered.map((text) => readSubject(text).aspects).findLast((asked) => asked.length > 0)
  return [question, ...(last ?? []).map((aspect) => aspectNames[aspect])].join(' ')
}

/** Whether a question says nothing besides its matter: 증여면요. */
export function isBareMention(rest: string): boolean {
  return /^(?:그럼 ?|그러면 ?)?(?:이?면|은|는|도)?요?$/.test(rest)
}

/**
 * The question before, for 파는 사람은요 after 매매 서류, 10억이면 after 5억 취득세 and 얼마예요 after 늦으면요; or
 * null.
 */
export function repeatLast(question: string, last: string): string | null {
  const text = toPlainText(question)
  // After a greeting or a question about the office, its hours.
  if (bareTime.test(text) && readSubject(last).matters.length === 0) return '상담 시간'
  if (bareAmount.test(text)) return asksAboutLateness(last) ? last : null
  if (side.test(text)) {
    const { matters, aspects } = readSubject(last)
    if (aspects.length > 0 || side.test(toPlainText(last))) return last
    return matters.length > 0 && findOtherWork(last) === null ? `${last} ${aspectNames.papers}` : null
  }
  const [, asked] = barePrice.exec(text) ?? []
  if (asked === undefined) return null
  if (price.test(last)) return last.replace(price, asked)
  const { matters, aspects } = readSubject(last)
  const isPriced = aspects.some((aspect) => aspect === 'cost' || aspect === 'tax')
  // Of a registration without a cause, a sale has a price.
  return isPriced ? `${matters.every((matter) => matter === 'land') ? '매매 ' : ''}${last} ${asked}` : null
}

const bareTime = /^(?:그럼 ?)?시간(?:[은는도]요?|요)$/
const bareAmount = /^(?:그럼 |그게 |그건 |대략 |보통 )?얼마[가-힣 ]{0,20}$/
/** A party, and at most what it must bring: 팔 사람은요, 받는 분은 뭐 내야 돼요. */
const side =
  /^(?:그럼 )?(?:[집땅] ?)?(?:(?:[가-힣]{0,3}[는은신]|[살팔줄]|[가-힣]{0,3}[할을릴]) ?(?:사람|분|쪽)|매도인|매수인|은행|채권자|채무자|소유자|집주인|세입자)[은는이도]?(?: ?(?:서류[만는은도]?|뭐[가를]? ?(?:내|필요|준비|가져|챙|있어야)[가-힣 ]*))?요?$/
const price = /\d{1,6} ?(?:억|천만)(?: ?\d{1,6} ?(?:천만|백만|천|만)?)?/
const priceEnding = '(?: ?원)?(?:짜리|정도)?(?:이?면|은|는|인데|이에요|예요|입니다)?요?'
const barePrice = new RegExp(
  `^(?:그럼 )?(?:(?:집|아파트|빌라|땅)? ?(?:값|가격|매매가|자본금|채권 ?최고액|금액)?[은는이가]? ?)?(${price.source})${priceEnding}$`,
)
/** 5억이면요 next to a matter: 매매인데 5억이면요. */
const statedPrice = new RegExp(
  `^(?:인데|이?고|이라|라서|로|은|는)요?(?= ?\\d)|${price.source}${priceEnding}(?= |$)`,
  'g',
)

interface CompletedQuestion {
  readonly question: string
  /** What the answer says it was understood as. */
  readonly shown: string
}

/**
 * 서류는요 after a question about 상속 is one about its papers, and 그럼 어떻게 해요 is about the question
 * before; null for a question of its own. `answered`: the questions before it that had an
 * answer; a question without one names no matter to go on with.
 */
export function completeQuestion(question: string, answered: readonly string[]): CompletedQuestion | null {
  const rest = readFollowUp(question)
  if (rest === null && !asksAboutLastMatter(question)) return null
  const earlier = answered
  // 그럼 유한회사는요 after 기간은 names its own matter; after 취득세 신고, 그럼 상속은 goes on with the tax.
  if (rest !== null && readSubject(rest).matters.length > 0 && !namesSubject(earlier.at(-1) ?? ''))
    return { question: rest, shown: rest }
  const matters = earlier.map(findMatter).filter((found) => found !== '')
  // 제가 직접 할 수 있어요? asks about the matter before it.
  const matter = matters.findLast((found) => found !== '셀프 등기') ?? matters.at(-1) ?? ''
  const asked = rest ?? question
  if (matter !== '' && asksAboutLastMatter(asked))
    return { question: `${matter} ${asked}`, shown: `${matter} ${asked}` }
  if (rest === null || earlier.length === 0) return null
  return { question: `${earlier.at(-1) ?? ''} ${rest}`.trim(), shown: rest }
}

/** 빚이 더 많으면요 after a question about 상속포기: with its matter, or else with all of a short one. */
export function listJoined(question: string, last: string): string[] {
  const matter = findMatter(last)
  if (heirsAsk.test(question) && !matter.includes('상속')) return []
  const whole = last.length <= maxShort ? [`${last} ${question}`] : []
  return [...new Set([...(matter === '' ? [] : [`${matter} ${question}`]), ...whole])]
}

const maxShort = 20

/** 빚도 있어요, 형제가 다 동의해야 돼요 */
const heirsAsk = /^(?:근데 )?(?:빚|채무)[이도은는만]? ?(?:더 ?|너무 ?)?(?:있|많|남)|동의|도장[을은도]? ?(?:안|다|모두)/

/** 협의로 나누면요 asks about a circumstance of the matter before. */
export function asksAboutCircumstance(question: string): boolean {
  return /^[가-힣0-9 ]{2,20}면요?\??$/.test(question.trim()) || heirsAsk.test(question)
}

/**
 * The questions in a text. 매매 서류랑 비용 asks two about one subject, and so does 매매 서류는? 비용은?
 */
export function splitQuestions(text: string): string[] {
  let subject = ''
  return text
    .split(
      /[?]|(?<=(?:어디|뭐|얼마|언제)[가-힣]{0,2}[에예]요|나요|까요|[는인]가요),? (?=[가-힣])|(?<=[되하있]고),? (?=[가-힣]+(?:이|가|은|는|도)? ?(?:되나|되|있[나어]|가능|돼))|,? 그리고 |(?<=어떻게 ?(?:하|되|해)[가-힣]{0,3}),? (?=서류|비용|기간|기한|준비물)/,
    )
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const question = namesSubject(part) ? part : `${subject} ${part}`.trim()
      subject = findMatter(question)
      return question
    })
}

/** Whether a sentence names what it is about, and not only its costs or papers. */
export function namesSubject(sentence: string): boolean {
  return toQueryWords(sentence).some(({ weight, wordings }) => weight === 1 || wordings.flat().includes('매매'))
}
