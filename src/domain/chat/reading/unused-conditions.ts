import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { findFieldByPath } from '../record-filters.ts'
import { blankOut } from './blank-out.ts'
import { findPhrase, listActs } from './field-phrases.ts'
import type { NamedField } from './read-fields.ts'

/**
 * The conditions of a question that no filter of the book took up, as written: 출급 안 된. The answer
 * names them, so that nothing is dropped in silence. `labels`: those of its fields; `unread`: the
 * question with blanks for all that was read; `text`: the whole question; `rest`: `unread` without
 * them.
 */
export function findUnusedConditions(
  text: string,
  unread: string,
  labels: readonly string[],
): { words: readonly string[]; rest: string } {
  const words: string[] = []
  let rest = unread
  for (const pattern of conditionPatterns)
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      const from = match.index - measureNoun(text, match)
      const to = match.index + match[0].length
      // 세금계산서 이번 달 발행한: 발행 belongs to the field.
      const isOfField = labels.some((label) => label.includes(match?.[0].slice(0, 2) ?? ''))
      if (!isOfField && !anyRecord.test(match[0])) words.push(text.slice(from, to).trim().replace(/\s+/g, ' '))
      rest = blankOut(rest, from, to - from)
    }
  return { words, rest }
}

/** True of every record: 등록된 거 있어. */
const anyRecord = /^(?:등록|입력|작성)(?:된|한|됐|했)/

/** The letters before a negation that it is about: 출급 before 안 된. */
function measureNoun(text: string, { 0: words, index }: RegExpExecArray): number {
  if (!/^(?:안|못|덜|없|빈|비어|[가-힣]{1,4}지(?:를|는|도)?\s)/.test(words)) return 0
  const noun = /(?<![가-힣])([가-힣]{1,8}?)(?:이|가|은|는|을|를|도)?\s*(?:아직(?:도)?\s*|여태(?:껏)?\s*)?$/.exec(
    text.slice(0, index),
  )
  return noun?.[1] === undefined || plainNouns.test(noun[1]) ? 0 : noun[0].length
}

const plainNouns = /^(?:사건|공탁|등기|세대|문의|휴가|카드|기록|목록|것|건|퀵|아직|여태|중에|가운데)$/

const unknownActs = `(?:출급|송달|회수|환급|반환|지급|통지|보정|각하|취하|납부|교부|제출|인도|발급|열람|승인|반려|결재|검토|${listActs.join('|')})`

const conditionPatterns: readonly RegExp[] = [
  // 미출급, 미접수
  new RegExp(`(?<![가-힣])미${unknownActs}[가-힣]*`),
  // 안 된, 못 받은, 안나온: said of a record, not asked (안 돼?, 못 찾겠어)
  /(?<![가-힣])(?:안|못|덜)\s*[가-힣]{0,5}(?:(?:된|한|은|온|낸|간|찬|진|난|들어온|나간|낀|뗀|쓴|준|산|판|빈)(?=\s|$|거|것|건|게|데)|[됐했왔났냈갔][가-힣]{0,3})/,
  // 되지 않은, 오지 않은
  /(?<![가-힣])[가-힣]{1,4}지(?:를|는|도)?\s*(?:않은|못한|않는|못하는|안\s*한)[가-힣]*/,
  /(?<![가-힣])(?:없는|빈|비어\s?있[는던]|비어\s?있[어음])(?=\s|$|거|것|건)/,
  // 틀린, 누락된: said of a record as a whole
  /(?<![가-힣])(?:밀린|늦은|늦어진|빠진|누락된|잘못된|틀린|중복된|겹치는|이상한)(?=\s|$|거|것|건)/,
  // 넘었어, 끝냈어: a condition whose field is not named
  /(?<![가-힣])(?:넘[은었는]|늦[은었]|지났|빠졌|밀렸|틀렸|끝[냈났]|놓[친쳤]|연체|만료|초과|모자라|부족|중복|누락)[가-힣]*/,
  // 출급된, 송달 완료
  new RegExp(
    `(?<![가-힣])${unknownActs}(?:이|가|은|는|을|를)?\\s*(?:된|한|됐|했|할|완료|중인|전인|대기)(?=\\s|$|거|것|건)`,
  ),
]

/** The fields a question names that the book does not have, with what it says about them. */
export function findMissingFields(text: string, fields: readonly NamedField[], collection: CollectionName): string[] {
  return fields.flatMap((field) => {
    const isOwn = getBook(collection).fields.some(({ label }) => label.length > 1 && field.word.endsWith(label))
    if (field.paths.has(collection) || commonWords.test(field.word)) return []
    const phrase = findPhrase(text, field)
    // 문의 처리 상태: the book's own 상태.
    if (!phrase && (isOwn || isName(field))) return []
    return [text.slice(phrase?.from ?? field.at, phrase?.to ?? field.end).trim()]
  })
}

/** Whether the word may be a part of a name in this book: 등기소로 보낸 퀵. */
export function isName({ paths }: NamedField): boolean {
  return [...paths].every(([collection, path]) => findFieldByPath(collection, path)?.kind === 'text')
}

/** Words of a field that mean something in any book. */
const commonWords =
  /^(?:담당|맡|들어[온왔]|온$|예정|일정|구간|현장|단지|지역|구분|기사|비용|금액|주소|지번|소재지|이름|상태|사유|신청|등록|제목|내용|메모|소유자|관리자|등기접수$|접수|잔금|매출|청구$)/
