import { normalizeForSearch } from '#domain/text/search-text.ts'

/**
 * What a delay costs differs by matter: a company is fined, an heir isn't. An answer about another
 * matter would be false.
 */
export type LateMatter = 'company' | 'inheritance' | 'gift' | 'sale'

const matterWords: readonly (readonly [LateMatter, RegExp])[] = [
  ['inheritance', /(?<!재산 ?)상속(?! ?포기)|유산(?= |$|[을를이도])|돌아가[셨셔시신]|물려 ?받|사망/],
  [
    'company',
    /(?<!인)법인(?!은행|카드|세)|회사|본점|지점 ?(?:설치|이전|폐지)|임원|대표(?:이사|자|님)?(?= |$|[이가를을의은는도])|이사(?:장|회)?(?= ?(?:의 ?)?(?:임기|변경|선임|사임|퇴임|취임|중임|등기))|감사(?= ?(?:의 ?)?(?:임기|변경|선임|사임|퇴임|취임|중임|등기))|임기|중임|증자|감자(?= |$|를|등기)|해산|청산|상호|정관|주식/,
  ],
  ['gift', /증여(?!세)/],
  ['sale', /매매|소유권 ?이전|잔금|분양/],
]

/** The matter of a text that decides what a delay means; null for any other. */
export function findLateMatter(text: string): LateMatter | null {
  return matterWords.find(([, words]) => words.test(text))?.[0] ?? null
}

const penalty = /과태료|벌금|벌칙금?|가산세|불이익|페널티|패널티/
const delay =
  /(?<![가-힣])(?:너무 ?|조금 ?|좀 ?|많이 ?)?(?:늦(?:으면|어|었|게|은|음|는|춰|추|네|지|을|다)|지연|제때)|(?:기한|기간|날짜|시기|2주|두 ?주|이주|60일|6개월)[이을가를은도]? ?(?:이미 ?|벌써 ?|다 ?)?(?:지나|지났|지난|넘|놓[쳐쳤친치]|초과)|(?:등기|신고|변경)[를을은는]? ?(?:안|미루|못|미뤄|방치)|등기.*(?:미루|미뤄|깜빡)|^(?:그만 ?)?깜빡|^(?:만약에? ?|혹시 ?|계속 ?|그냥 ?)?(?:안 ?하|미루|안 ?해|지나[면도]|넘기면|넘으면|놓치면|지났)/

/** Papers, costs and late visits are other questions, and so is a delay of the office. */
const otherAspects =
  /서류|준비물|비용|보수|수수료|얼마나 ?걸|며칠|언제 ?(?:끝|나오)|언제까지|늦어지|늦게까지|상담|전화|방문|예약|문 ?[여열닫]|영업|근무|저녁|밤|토요일|주말|통지|소장|답변서|월세|보증금|공탁금|포기|한정/
/** Fines of the criminal law and of other offices. */
const otherPenalties = /음주|폭행|사기|형사|전과|벌금형|교통|주정차|과속|전입|출생|혼인|합의/

/** Whether a question asks what happens when a registration is late: 늦으면요, 과태료 나오나요. */
export function asksAboutLateness(question: string): boolean {
  const text = normalizeForSearch(question.slice(0, 200))
    .replace(/[^가-힣a-z0-9]+/g, ' ')
    .trim()
  if (otherPenalties.test(text)) return false
  return penalty.test(text) || (delay.test(text) && !otherAspects.test(text))
}

/** Whether a text mentions a delay or a fine at all, be it of another office. */
export function mentionsLateness(question: string): boolean {
  const text = normalizeForSearch(question.slice(0, 500))
  return penalty.test(text) || delay.test(text)
}

/** The words of the sections that say it, by matter. */
export const lateQuestions: Readonly<Record<LateMatter, string>> = {
  company: '법인 등기 기한을 넘기면 과태료',
  inheritance: '상속 등기 기한',
  gift: '증여 취득세 신고 언제까지',
  sale: '매매 잔금 60일 취득세 신고',
}
/** Words for the matter in the line above the answer. */
export const lateNames: Readonly<Record<LateMatter, string>> = {
  company: '법인 등기가 늦었을 때',
  inheritance: '상속 등기가 늦었을 때',
  gift: '증여 취득세의 신고 기한',
  sale: '매매 등기의 기한',
}
