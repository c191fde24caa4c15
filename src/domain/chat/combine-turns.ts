import { areApart, type Combination, listAmounts, listSums } from './combine-answers.ts'
import { type PlannedCall, type ReducedCall, resolveCollection, toSum } from './planned-calls.ts'
import { asksForMoney } from './reading/amount-fields.ts'
import { defaultFields } from './reading/default-fields.ts'
import { findFieldsOf } from './reading/read-bare-field.ts'
import { findFieldByPath } from './record-filters.ts'
import { listGaps } from './refuse-call.ts'

/** A follow-up about the figures of several earlier answers: 둘 합치면, 차이는, 둘 중 보수 많은 건. */
export interface Joining {
  readonly how: Combination['how']
  /** How many answers it names; null if it doesn't say. */
  readonly count: number | null
  /** The amount that it names. */
  readonly word: string | null
}

const counts: Readonly<Record<string, number>> = { 둘: 2, 두: 2, 셋: 3, 세: 3, 넷: 4, 네: 4 }
const lead = String.raw`^(?:그럼 ?|그러면 ?|그 ?|위 ?|이 ?)?(?:(?<number>둘|셋|넷|[두세네](?= ?(?:개|건|달|기간|가지|쪽)))(?: ?(?:개|건|달|기간|가지|쪽))?(?:[을를이의은는]|이랑|다|중에서?|중| 중에서?| 중| 다| 모두)?|(?<all>다|모두|전부|전체))? ?(?:(?<word>[가-힣]{2,8}?)(?:[을를이가은는도])? ?)??`
const ending = String.raw`(?:[은는이가도을]|요)? ?(?:얼마|몇 ?[건개명]?|총)?[가-힣]{0,6}$`
const sumPattern = new RegExp(
  `${lead}(?:총 ?)?(?:더하[면기]|더해|더한|합치[면기]|합쳐|합친|합하[면기]|합해|합한|합산)[가-힣]{0,4} ?${ending}`,
)
const totalPattern = new RegExp(`${lead}(?:합계|총액|총합|합)${ending}`)
const differencePattern = new RegExp(
  `${lead}(?:얼마나 ?)?(?:차이(?:액|가|는)?|(?:서로 ?)?비교(?:해|하면)?) ?(?:얼마나? ?)?(?:나[가-힣]{0,3})?${ending}`,
)
const rankPattern = new RegExp(
  `${lead}(?:(?:뭐|어디|어느 ?(?:쪽|것|게|거|달)|누)[이가]? ?)?(?:더|제일|가장)? ?(?<size>많|큰|크|높|비싼|적|작|낮|싼)[가-힣]{0,3} ?(?:[가-힣]{1,3})?$`,
)

/** Reads a follow-up that adds up or compares earlier answers; null for any other. */
export function readJoining(question: string): Joining | null {
  const text = question
    .replace(/[?？!.]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const read = (how: Combination['how'], { groups = {} }: RegExpExecArray): Joining => ({
    how,
    count: groups['number'] === undefined ? null : (counts[groups['number']] ?? 2),
    word: groups['word'] ?? null,
  })
  const sum = sumPattern.exec(text) ?? totalPattern.exec(text)
  if (sum) {
    const isOfSeveral = sum.groups?.['number'] !== undefined || sum.groups?.['all'] !== undefined
    return isOfSeveral || sumPattern.test(text) ? read('sum', sum) : null
  }
  const difference = differencePattern.exec(text)
  if (difference) return read('difference', difference)
  const rank = rankPattern.exec(text)
  const isOfTwo = rank?.groups?.['number'] !== undefined || /(?:어느 ?(?:쪽|게|것|거)|뭐가 더|어디가 더)/.test(text)
  if (!rank || !isOfTwo) return null
  return read(/[적작낮싼]/.test(rank.groups?.['size'] ?? '') ? 'smallest' : 'largest', rank)
}

/**
 * The figures of the last answers that are of one measure and about different records. `turns`: the
 * calls of the answers, the last first; `text`: the last question. Null if there is only one.
 */
export function joinTurns(
  { how, count, word }: Joining,
  turns: readonly (readonly ReducedCall[])[],
  text: string,
): Combination | null {
  const limit = how === 'sum' ? (count ?? turns.length) : (count ?? 2)
  const taken: PlannedCall[] = []
  // 10월 보수, then 9월은: the second is of the same measure.
  const known = turns.flatMap(([reduced]) => (reduced && listSums(reduced.call).length > 0 ? [reduced.call] : []))
  for (const [reduced, second] of turns) {
    if (taken.length === limit || !reduced || second || reduced.isUnread || listGaps(reduced).length > 0) break
    const book = resolveCollection(reduced.call)
    const usual = listSums(known.find((call) => resolveCollection(call) === book) ?? known[0] ?? reduced.call).filter(
      (path) => findFieldByPath(book, path)?.kind === 'won',
    )
    const call = measureBy(reduced.call, { word, usual, isMoney: asksForMoney(text) })
    const [last] = taken
    const isSame = last === undefined || listAmounts(call).join() === listAmounts(last).join()
    // 완료된 건 of these: a part, which is counted already.
    if (!isSame || !taken.every((other) => areApart(call, other))) break
    taken.push(call)
  }
  return taken.length < 2 || (count !== null && taken.length < count) ? null : { how, calls: taken.toReversed() }
}

/** The call with the amount that is to be added up. */
function measureBy(
  call: PlannedCall,
  { word, usual, isMoney }: { word: string | null; usual: readonly string[]; isMoney: boolean },
): PlannedCall {
  if (call.tool === 'card_totals') return call
  const collection = resolveCollection(call)
  const { amount } = defaultFields[collection] ?? {}
  const named = (word === null ? [] : findFieldsOf(collection, word)).filter(
    (path) => findFieldByPath(collection, path)?.kind === 'won',
  )
  const own = usual.length === 0 && isMoney && amount !== undefined ? [amount] : usual
  const sums = named.length > 0 ? named : word === '건수' ? [] : own
  return { ...toSum(call, { sums, average: false }), notes: [] }
}
