import { findFieldByPath } from '../record-filters.ts'
import { plainAmounts } from './amount-fields.ts'
import type { BookQuery } from './read-for-book.ts'
import type { ParsedQuestion } from './read-question.ts'

/**
 * The figure that a question asks for, as written, if the chat doesn't have it in this book:
 * 평균 며칠, 하루 평균, 감정가 합계. Another figure would be a wrong answer. Null if it has the figure.
 */
export function findUnknownFigure(
  { text, measure, fields, isAboutReceivables, amount }: ParsedQuestion,
  { collection, sums, grouping }: BookQuery,
): string | null {
  const share = /몇\s*(?:%|프로|퍼센트)/.exec(text)
  if (share && grouping === null && collection !== 'real-estate') return share[0]
  const isAverage = measure.kind === 'average' || /(?<![가-힣])평균|[일주월]평균/.test(text)
  const duration = durationWords.exec(text)
  if (duration && collection !== 'leave-requests') return duration[0].trim()
  const rate = isAverage ? rateWords.exec(text) : null
  if (rate) return rate[0].trim()
  if (isAverage && collection !== 'card-usage' && sums.length === 0) return '평균'
  // Words of a card use are searched in its shop and note.
  if (isAboutReceivables || amount !== null || collection === 'card-usage') return null
  const isFigure = measure.kind === 'sum' || isAverage
  const noun = isFigure ? amountNoun.exec(text) : null
  const word = noun?.[1] ?? ''
  if (noun === null || plainAmounts.test(word)) return null
  const isField = fields.some(
    ({ at, end, paths }) =>
      at < noun.index + word.length &&
      end > noun.index &&
      ['won', 'number'].includes(findFieldByPath(collection, paths.get(collection) ?? '')?.kind ?? ''),
  )
  return isField || grouping !== null ? null : word
}

/** Days from one event to another: 평균 며칠 걸려, 걸린 기간. No field holds them. */
const durationWords =
  /(?:평균\s*)?(?:며칠|몇\s*(?:일|주|달|개월)|얼마나)\s*(?:이나\s*|정도\s*)?(?:걸[려리렸린]|소요)[가-힣]*|(?:평균\s*)?(?:걸리는|걸린|소요되?는?|처리)\s*(?:기간|시간|일수|날수)|평균\s*(?:며칠|몇\s*일|기간|일수|시간)|(?:기간|일수|시간)\s*평균/

/** Averages over days or months: 하루 평균 몇 건, 월평균. */
const rateWords =
  /(?:하루|매일|일주일|한\s*주|매주|한\s*달|매달|매월|한\s*해|매년|주당|월당|일당)에?\s*평균|(?<!\d)[일주월연]\s?평균|평균\s*(?:건수|몇\s*(?:건|번|개|명))|건수\s*평균/

/** A noun for money before the words for a figure: 감정가 합계, 취득가액 얼마. */
const amountNoun =
  /(?<![가-힣])([가-힣]{0,8}(?:[액금료비세]|가격|감정가|이자))[은는이가을를도의]? ?(?:(?:총|다|전부|모두) ?)?(?:합계|합(?=\s|$)|총액|평균|얼마|더하|더해|합치|합산)/
