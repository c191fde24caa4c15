import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { defaultFields } from './default-fields.ts'
import { fieldWords } from './field-words.ts'

/**
 * The spellings of the word that a question consists of, besides what asks for it: 연락처, 취득세는 얼마야,
 * 주소 좀 알려 줘. Empty for any other question.
 */
export function readBareWord(question: string): readonly string[] {
  // 소유자만 보여 줘: that field.
  const plain = question.replace(/(?<=[가-힣]{2})만(?= ?(?:좀 ?)?(?:보여|알려))/, '')
  const tokens = plain.replace(/[?？!.~,]/g, ' ').split(/\s+/)
  const words = tokens.filter((token) => token !== '')
  while (words.length > 0 && asking.test(words.at(-1) ?? '')) words.pop()
  if (words.length === 0 || words.length > 3) return []
  const joined = words.join('').replace(gluedAsking, '')
  const stem = joined.replace(/(?:이?[요야]|예요|[은는이가을를도의](?:요)?|으?로)$/, '')
  return [...new Set([joined, stem])].filter((word) => word.length > 1 || /[동층호]/.test(word))
}

const asking =
  /^(?:얼마|뭐|뭔|무엇|언제|며칠|어디|어느|누구|어떻게|알려|보여|말해|불러|궁금|좀|줘|주세요|줄래|합계|총액)[가-힣]{0,6}$/
const gluedAsking = /(?:얼마|뭐|무엇|언제|어디|누구|알려|보여|합계|총액)[가-힣]{0,6}$/

const telephone = /^(?:연락처|(?:핸드폰|휴대폰|휴대|폰)?(?:전화)?번호|전화|핸드폰|휴대폰|휴대전화|전번|폰)$/
const email = /^(?:이?메일(?:주소)?)$/

/** Whether the word says how a person is reached. */
export function isContactWord(word: string): boolean {
  return telephone.test(word) || email.test(word)
}

/** Words for fields by their label that are no end of it. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  주소: ['부동산의 표시', '부동산 주소'],
  소재지: ['부동산의 표시', '지번주소'],
  위치: ['부동산의 표시', '지번주소'],
  내용: ['문의 내용'],
  취득세: ['취득세·등록세', '공과금'],
}

/** The fields of a book that a word means: 주소 is 본점 주소 of a bank, 소유자 주소 of a registration. */
export function findFieldsOf(collection: CollectionName, word: string): readonly string[] {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  const own = fields.filter(({ kind, key }) => kind !== 'secret' && !key.endsWith('_json'))
  const normalize = (label: string) => label.replace(/\([^()]*\)|\s/g, '')
  const labelled = (test: (label: string) => boolean) =>
    own.filter(({ label }) => test(normalize(label))).map(({ key }) => key)
  const exact = labelled((label) => label === word)
  if (exact.length > 0) return exact
  const contact = labelled(
    (label) => (telephone.test(word) && label === '연락처') || (email.test(word) && label === '이메일'),
  )
  if (contact.length > 0) return contact
  const others = otherWords[word]?.map((label) => label.replace(/\s/g, '')) ?? []
  const other = labelled((label) => others.includes(label))
  if (other.length > 0) return other
  const path = fieldWords.find((known) => known.word === word && known.paths.has(collection))?.paths.get(collection)
  if (path !== undefined) return [path]
  const { amount } = defaultFields[collection] ?? {}
  if (/^(?:금액|비용|돈)$/.test(word) && amount !== undefined) return [amount]
  return labelled((label) => label.endsWith(word) || label.split('·').includes(word)).slice(0, 4)
}

/** Whether any book has a field of this name, or it says how a person is reached. */
export function isFieldWord(word: string): boolean {
  return isContactWord(word) || labels.has(word) || fieldWords.some((known) => known.word === word)
}

const labels: ReadonlySet<string> = new Set([
  '주소',
  ...collectionNames.flatMap((name) =>
    getBook(name).fields.map(({ label }: Field) => label.replace(/\([^()]*\)|\s/g, '')),
  ),
])
