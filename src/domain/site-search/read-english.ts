import { isReadableHangul } from '#domain/text/forgiving-search.ts'
import { convertLayout } from '#domain/text/search-text.ts'

/** English words of visitors, with the words of the pages for them. */
const meanings: Readonly<Record<string, string>> = {
  '이혼 소송': 'divorce divorced',
  '상담 시간': 'hour hours open opening close closed saturday sunday weekend weekday weekdays today tomorrow lunch',
  '사무소 위치': 'where location address map direction directions find located',
  전화번호: 'call phone telephone number reach contact contacts',
  팩스번호: 'fax',
  '이메일 상담': 'email mail e-mail',
  카카오톡: 'kakao kakaotalk talk',
  주차: 'parking park car',
  예약: 'appointment reservation reserve book booking visit',
  비용: 'cost costs price prices fee fees charge charges pay rate rates quote estimate expensive cheap',
  기간: 'long',
  기한: 'deadline due',
  서류: 'document documents paper papers paperwork required requirements',
  등기: 'register registration registry deed title',
  '회사 설립': 'incorporate incorporation startup',
  회사: 'company corporate corporation business',
  상속: 'inherit inheritance inherited heir heirs estate died death',
  증여: 'gift donate donation',
  매매: 'buy buying purchase sell selling sale',
  부동산: 'house home apartment apartments land property building condo villa realty',
  근저당: 'mortgage mortgages lien liens collateral',
  말소: 'cancel cancellation discharge release removal',
  임원: 'director directors officer officers ceo',
  본점: 'headquarters relocation',
  해산: 'dissolve dissolution liquidate liquidation',
  자본: 'capital shares',
  신탁: 'trust',
  소유권이전: 'ownership transfer',
  가압류: 'attachment seizure seize',
  지급명령: 'debt debts debtor',
  상속포기: 'renounce renunciation waive waiver',
  출급: 'withdraw withdrawal',
  보상금: 'compensation expropriation',
  위임장: 'proxy attorney authorization',
  신분증: 'passport id identification',
  과태료: 'fine fines penalty penalties late',
  취득세: 'tax taxes',
  보증금: 'rent rental landlord tenant lease jeonse',
  소송: 'lawsuit sue court litigation civil',
  공탁: 'escrow deposit deposits',
  '사무소 소개': 'about service services',
  문의하기: 'faq question questions',
  'AI 채팅': 'chat chatbot bot',
  로그인: 'login signin signup account',
  블로그: 'blog news notice',
  개인정보: 'privacy',
}
const toMeaning = new Map(
  Object.entries(meanings).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)),
)

/** Words that mean something else together. */
const phrases: readonly (readonly [words: RegExp, meaning: string])[] = [
  [/\b(?:gift|inheritance|estate|capital gains?) tax(?:es)?\b/gi, '상속세 증여세 신고'],
  [/\b(?:lost|lose|missing|stolen)\b.*\b(?:deed|title|certificate)s?\b/gi, '등기필증을 잃어버렸습니다'],
  [/\b(?:credit|debit) cards?\b|\bpay (?:by|with) card\b/gi, '카드 결제'],
  [/\bgongtak\b/gi, '공탁'],
  [/\bwho\b.*\b(?:lawyer|scrivener|attorney)\b|\b(?:lawyer|scrivener|attorney)(?:'s)? name\b/gi, '사무소 위치'],
]

function translatePhrases(text: string): string {
  return phrases.reduce((rest, [words, meaning]) => rest.replace(words, meaning), text)
}

/** Words of any English sentence. */
const plainWords = new Set(
  'a an and any are at be can could do does english for foreigner from get hello help hi how i if in is it me much my need of office on or our please set speak thank thanks that the there this to up want was we what when who why will with would you your'.split(
    ' ',
  ),
)

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+(?:-[a-z]+)?/g) ?? []
}

/** Whether a text is English, and not Hangul typed with the keyboard set the other way. */
export function isEnglish(text: string): boolean {
  const words = splitWords(text)
  if (/[ㄱ-ㅎㅏ-ㅣ가-힣]/.test(text)) return false
  if (translatePhrases(text) !== text) return true
  const known = words.filter((word) => toMeaning.has(word) || plainWords.has(word))
  const other = convertLayout(text)
  return other !== null && isReadableHangul(other) ? known.length === words.length : known.length > 0
}

/** The words of the pages for those of an English text; empty if it names nothing of them. */
export function translateEnglish(text: string): string {
  const phrase = phrases.find(([words]) => text.search(words) !== -1)?.[1]
  return phrase ?? [...new Set(splitWords(text).flatMap((word) => toMeaning.get(word) ?? []))].join(' ')
}

/** The words of an English text that have no translation: what they ask is not searched. */
export function listUntranslated(text: string): string[] {
  if (translatePhrases(text) !== text) return []
  return splitWords(text).filter((word) => !toMeaning.has(word) && !plainWords.has(word))
}

/** A text in both languages with its English words in Korean: fax 번호. */
export function translateMixed(text: string): string {
  if (!/[가-힣]/.test(text)) return text
  return text.replace(
    /[a-z]+(?:-[a-z]+)?/gi,
    (word) => toMeaning.get(word.toLowerCase()) ?? (/^(?:and|or)$/i.test(word) ? ' ' : word),
  )
}
